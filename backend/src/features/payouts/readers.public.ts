/** Payout runs and their lines for other features. */
import type { UnclaimedSumView } from '@tknest/contracts/api';
import type { Day, Micro } from '@tknest/contracts/money';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { propertyName, unclaimedCure } from '@tknest/contracts/words';
import { isThere, type Reads } from '#platform/projections/readers.js';

import type { Purse } from './escrow/escrow.decider.js';
import { FEE_WALLET_SOURCES } from './runs/run-sources.js';
import { UNDER_REVIEW } from './use-cases/show-payouts/payout-row.js';

export { payoutsProjection } from './read-models/payouts/payouts.projection.js';

/**
 * Whether a line `l` is a rent share: for a holder's tokens, or paid directly to the only holder. A withdrawal from a
 * landlord's own deposit is not.
 */
export const IS_SHARE = `(l.tokens is not null
  or exists (select from payouts r where r.id = l.run_id and r.source = 'direct'))`;
const OF_PAID_SHARES = `from payout_lines l where l.wallet = $1 and l.status = 'settled' and ${IS_SHARE}`;

/** Whether a run still has to pay a wallet. */
export const isOwedAPayout = (wallet: string, db: Reads): Promise<boolean> =>
  isThere(db, "payout_lines where wallet = $1 and status not in ('settled', 'returned')", wallet);

export interface PaidShare {
  run_id: string;
  property_id: number;
  day: Day;
  amount: string;
}

/** The rent shares that a wallet was paid, by property. */
export const sharesPaidTo = (wallet: string, db: Reads): Promise<PaidShare[]> =>
  db.query(`select l.run_id, l.property_id, l.date as day, l.amount ${OF_PAID_SHARES} and l.property_id is not null`, [
    wallet,
  ]);

/** The sum of all rent shares that a wallet was paid, in total and in each of these months. */
export async function rentPaidTo(
  wallet: string,
  months: readonly string[],
  db: Reads,
): Promise<{ total: Micro; byMonth: Micro[] }> {
  const [row] = await db.query<[{ total: string; months: string[] }]>(
    `with paid as (select l.date, l.amount ${OF_PAID_SHARES})
     select (select coalesce(sum(amount), 0) from paid)::text as total,
       array(select (select coalesce(sum(amount), 0)::text from paid where left(date, 7) = month)
             from unnest($2::text[]) with ordinality as m (month, place) order by place) as months`,
    [wallet, months],
  );
  return { total: parseRlusd(row.total), byMonth: row.months.map((sum) => parseRlusd(sum)) };
}

/** Lines of an account that may be on the ledger already: their sum and number. */
export async function linesSubmitted(purse: Purse, db: Reads): Promise<{ sum: Micro; count: number }> {
  const [row] = await db.query(
    `select coalesce(sum(l.amount), 0)::text as sum, count(*)::int as count
     from payout_lines l join payouts r on r.id = l.run_id
     where l.status = 'submitted' and (r.source = any($1)) = $2`,
    [FEE_WALLET_SOURCES, purse === 'feeWallet'],
  );
  return { sum: parseRlusd(row.sum), count: row.count };
}

/** What lines still owe as unclaimed out of an account, by wallet; also while they are tried again. */
export async function unclaimedBy(purse: Purse, db: Reads): Promise<ReadonlyMap<string, Micro>> {
  const rows = await db.query<{ wallet: string; sum: string }[]>(
    `select l.wallet, sum(l.amount)::text as sum from payout_lines l join payouts r on r.id = l.run_id
     where l.unclaimed_on is not null and l.status not in ('settled', 'returned') and (r.source = any($1)) = $2
     group by l.wallet`,
    [FEE_WALLET_SOURCES, purse === 'feeWallet'],
  );
  return new Map(rows.map(({ wallet, sum }) => [wallet, parseRlusd(sum)]));
}

export interface ClaimedLine {
  runId: string;
  batch: string;
  wallet: string;
}

/** What could not be paid to a wallet, by the reason that its owner is told. */
export async function unclaimedOf(wallet: string, db: Reads): Promise<UnclaimedSumView[]> {
  const rows = await db.query<{ reason: string; amount: string; properties: { id: number; name: string | null }[] }[]>(
    `select case when reason = any($2) then 'under-review' else reason end as reason, sum(amount)::text as amount,
       coalesce(json_agg(distinct jsonb_build_object('id', property_id, 'name', name))
         filter (where property_id is not null), '[]') as properties
     from payout_lines left join property_names using (property_id)
     where wallet = $1 and status = 'unclaimed' group by 1 order by 1`,
    [wallet, [...UNDER_REVIEW]],
  );
  return rows.map(({ reason, amount, properties }) => ({
    reason,
    todo: unclaimedCure(reason),
    amount: toNumber(parseRlusd(amount)),
    properties: properties.map(propertyName),
  }));
}

/** Unclaimed lines that the ledger refused for an unknown reason: only a person has them tried again. */
export const unexplainedLines = (db: Reads): Promise<ClaimedLine[]> =>
  db.query(
    `select run_id as "runId", batch, wallet from payout_lines where status = 'unclaimed' and reason = 'unexplained'`,
  );

/** The fees that runs of the escrow still have to pay to the fee wallet. */
export async function feesOfRuns(db: Reads): Promise<Micro> {
  const [row] = await db.query(`select coalesce(sum(fee), 0)::text as sum from payouts where fee_owed`);
  return parseRlusd(row.sum);
}
