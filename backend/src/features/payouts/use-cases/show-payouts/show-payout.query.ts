import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PayoutView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import type { Session } from '#platform/sessions/session.js';
import { noSuchRun } from '../../runs/run.control.js';
import { payoutView, RUN, viewer, VISIBLE } from './payout-row.js';

/** One payout run, for sessions that may see it. */
export class ShowPayout extends Query<PayoutView> {
  constructor(
    readonly session: Session,
    readonly runId: string,
  ) {
    super();
  }
}

@QueryHandler(ShowPayout)
export class ShowPayoutHandler implements IQueryHandler<ShowPayout> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @throws Refused (404) if it does not exist or the session may not see it */
  async execute({ session, runId }: ShowPayout): Promise<PayoutView> {
    const [row] = await this.db.query(`select ${RUN} from payouts p where p.id = $3 and ${VISIBLE}`, [
      ...viewer(session),
      runId,
    ]);
    if (!row) throw noSuchRun();
    return payoutView(row, session);
  }
}
