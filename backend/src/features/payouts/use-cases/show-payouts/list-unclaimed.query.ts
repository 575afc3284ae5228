import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, UnclaimedView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import type { Session } from '#platform/sessions/session.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { viewer } from './payout-row.js';

/** Unclaimed lines, oldest first: the caller's own, or everybody's for the office. */
export class ListUnclaimed extends Query<PageOf<UnclaimedView>> {
  constructor(
    readonly session: Session,
    readonly asked: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListUnclaimed)
export class ListUnclaimedHandler implements IQueryHandler<ListUnclaimed> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ session, asked }: ListUnclaimed): Promise<PageOf<UnclaimedView>> {
    const { limit, offset } = pageOf(asked);
    const rows: Record<string, any>[] = await this.db.query(
      `select wallet, run_id, property_id, name as property_name, amount::text as amount, reason, since
       from payout_lines left join property_names using (property_id)
       where status = 'unclaimed' and ($1 or wallet = $2) order by since, run_id, wallet offset $3 limit $4`,
      [...viewer(session), offset, limit + 1],
    );
    return pageFrom(rows, limit, view, () => offset + limit);
  }
}

const view = (row: Record<string, any>): UnclaimedView => ({
  wallet: row.wallet,
  runId: row.run_id,
  propertyId: row.property_id,
  propertyName: row.property_name,
  amount: toNumber(parseRlusd(row.amount)),
  reason: row.reason,
  since: row.since,
});
