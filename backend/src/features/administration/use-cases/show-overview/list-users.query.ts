import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AdminUserView, UsersQuery } from '@tknest/contracts/api';
import type { USER_ORDERS } from '@tknest/contracts/rules';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { chosen, pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { IS_SHARE } from '#features/payouts/readers.public.js';

/**
 * All users, latest sign-in first unless another order is requested; `search` searches wallets, `type` and `kyc` filter
 * by one value.
 */
export class ListAllUsers extends Query<PageOf<AdminUserView>> {
  constructor(readonly asked: UsersQuery) {
    super();
  }
}

/** All of these rows as CSV, ordered by wallet. */
export class ExportUsers extends Query<AsyncIterable<string>> {
  constructor(readonly asked: UsersQuery) {
    super();
  }
}

const INVESTED = 'select wallet, sum(cost) as sum from purchases group by wallet';
/** Rent shares; a landlord's withdrawal from their own deposit is not one. */
const EARNED = `select wallet, sum(amount) as sum from payout_lines l
  where status = 'settled' and ${IS_SHARE} group by wallet`;
/** Sums over all users are computed only when the order needs them. */
const ORDERS: Record<(typeof USER_ORDERS)[number], { sums?: string; by: string }> = {
  recent: { by: 'last_seen desc, wallet' },
  wallet: { by: 'wallet' },
  invested: { sums: INVESTED, by: 'coalesce(m.sum, 0) desc, wallet' },
  earned: { sums: EARNED, by: 'coalesce(m.sum, 0) desc, wallet' },
};
const FILTER = `($1::text is null or strpos(lower(wallet), lower($1)) > 0)
  and ($2::text is null or user_type = $2) and ($3::text is null or kyc_status = $3)`;
const filterOf = ({ search, type, kyc }: UsersQuery) => [chosen(search), chosen(type), chosen(kyc)];
/** @param page a select of users, each with its `place` in the order */
const withSums = (page: string) =>
  `select p.*,
     (select coalesce(sum(x.cost), 0)::text from purchases x where x.wallet = p.wallet) as invested,
     (select coalesce(sum(l.amount), 0)::text from payout_lines l
      where l.wallet = p.wallet and l.status = 'settled' and ${IS_SHARE}) as earned
   from (${page}) p order by p.place`;

@QueryHandler(ListAllUsers)
export class ListAllUsersHandler implements IQueryHandler<ListAllUsers> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ asked }: ListAllUsers): Promise<PageOf<AdminUserView>> {
    const { limit, offset } = pageOf(asked);
    const { sums, by } = ORDERS[(chosen(asked.sort) ?? 'recent') as keyof typeof ORDERS];
    const joined = sums ? `left join (${sums}) m using (wallet)` : '';
    const rows = await this.db.query(
      withSums(
        `select persons.*, row_number() over (order by ${by}) as place from persons ${joined} where ${FILTER}
         order by place offset $4 limit $5`,
      ),
      [...filterOf(asked), offset, limit + 1],
    );
    return pageFrom(rows, limit, viewOf, () => offset + limit);
  }
}

const CSV_COLUMNS: Columns<AdminUserView> = {
  Wallet: ({ walletAddress }) => walletAddress,
  Type: ({ userType }) => userType,
  'KYC status': ({ kycStatus }) => kycStatus,
  Suspended: ({ suspended }) => (suspended ? 'yes' : 'no'),
  'First sign-in': ({ firstSeen }) => firstSeen,
  'Last sign-in': ({ lastSeen }) => lastSeen,
  'Investments (RLUSD)': ({ totalInvestments }) => totalInvestments,
  'Earnings (RLUSD)': ({ totalEarnings }) => totalEarnings,
};

@QueryHandler(ExportUsers)
export class ExportUsersHandler implements IQueryHandler<ExportUsers> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ asked }: ExportUsers): Promise<AsyncIterable<string>> {
    const page = `select persons.*, wallet as place from persons where ${FILTER} and wallet > $4 order by wallet limit $5`;
    const after = (last: { wallet: string } | undefined, limit: number) =>
      this.db.query(withSums(page), [...filterOf(asked), last?.wallet ?? '', limit]);
    return csvFile(CSV_COLUMNS, after, viewOf);
  }
}

const viewOf = (row: any): AdminUserView => ({
  id: row.wallet,
  userType: row.user_type,
  kycStatus: row.kyc_status,
  suspended: row.suspended,
  walletAddress: row.wallet,
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
  totalInvestments: toNumber(parseRlusd(row.invested)),
  totalEarnings: toNumber(parseRlusd(row.earned)),
});
