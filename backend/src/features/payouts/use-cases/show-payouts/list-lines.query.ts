import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, PayoutLineView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { afterWallet, limitOf, pageFrom, type PageOf } from '#platform/http/paging.js';
import { noSuchRun } from '../../runs/run.control.js';
import { seesAllLines } from './sight-of-run.js';
import { lineView, viewer, VISIBLE } from './payout-row.js';

/** A run's lines, ordered by wallet; a holder sees only their own line. */
export class ListPayoutLines extends Query<PageOf<PayoutLineView>> {
  constructor(
    readonly session: Session,
    readonly runId: string,
    readonly asked: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListPayoutLines)
export class ListPayoutLinesHandler implements IQueryHandler<ListPayoutLines> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws Refused if the run does not exist, or does not concern the caller */
  async execute({ session, runId, asked }: ListPayoutLines): Promise<PageOf<PayoutLineView>> {
    const limit = limitOf(asked.limit);
    const after = afterWallet(asked.cursor);
    const [run] = await this.db.query(`select from payouts p where p.id = $3 and ${VISIBLE}`, [
      ...viewer(session),
      runId,
    ]);
    if (!run) throw noSuchRun();
    const rows: Record<string, any>[] = await this.db.query(
      `select wallet, tokens, amount::text as amount, status, tx_hash, reason from payout_lines
       where run_id = $1 and wallet > $2 and ($3 or wallet = $4) order by wallet limit $5`,
      [runId, after, await seesAllLines(this.store, session, runId), session.wallet, limit + 1],
    );
    return pageFrom(
      rows,
      limit,
      (row) => lineView(row, session),
      ({ wallet }) => wallet,
    );
  }
}
