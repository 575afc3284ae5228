import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AdminUserView, UsersQuery } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { pageOf, type PageOf } from '../../../../platform/http/paging.js';

/** Everybody, who was here last first; `search` looks into wallets, `type` and `kyc` are one of their words. */
export class ListAllUsers extends Query<PageOf<AdminUserView>> {
  constructor(readonly asked: UsersQuery) {
    super();
  }
}

/** What a filter asks for; null where it lets everything through. */
const chosen = (text: string | undefined): string | null =>
  text !== undefined && text.trim() !== '' && text !== 'all' ? text.trim() : null;

@QueryHandler(ListAllUsers)
export class ListAllUsersHandler implements IQueryHandler<ListAllUsers> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ asked }: ListAllUsers): Promise<PageOf<AdminUserView>> {
    const { limit, offset } = pageOf(asked);
    const rows = await this.db.query(
      `select p.wallet, p.user_type, p.kyc_status, p.suspended, coalesce(sum(x.cost), 0)::text as invested,
              (select coalesce(sum(l.amount), 0)::text from payout_lines l where l.wallet = p.wallet and l.status = 'settled' and l.property_id is not null) as earned
       from (
         select * from persons
         where ($3::text is null or strpos(lower(wallet), lower($3)) > 0) and ($4::text is null or user_type = $4)
           and ($5::text is null or kyc_status = $5)
         order by last_seen desc, wallet offset $1 limit $2
       ) p left join participations x on x.wallet = p.wallet
       group by p.wallet, p.user_type, p.kyc_status, p.suspended, p.last_seen order by p.last_seen desc, p.wallet`,
      [offset, limit + 1, chosen(asked.search), chosen(asked.type), chosen(asked.kyc)],
    );
    return { rows: rows.slice(0, limit).map(viewOf), next: rows.length > limit ? offset + limit : null };
  }
}

const viewOf = (row: any): AdminUserView => ({
  id: row.wallet,
  userType: row.user_type,
  kycStatus: row.kyc_status,
  suspended: row.suspended,
  walletAddress: row.wallet,
  totalInvestments: toNumber(parseRlusd(row.invested)),
  totalEarnings: toNumber(parseRlusd(row.earned)),
});
