/** The transaction log for other features. Decisions fold the payment's stream instead. */
import { parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { isThere, type Reads } from '#platform/projections/readers.js';

export { transactionsProjection } from './read-models/transactions/transactions.projection.js';

const UNDER_WAY = "status in ('pending', 'processing')";

/** Whether a payment by or to a wallet is still in progress. */
export const hasPaymentUnderWay = (wallet: string, db: Reads): Promise<boolean> =>
  isThere(db, `transactions where (user_wallet = $1 or counterparty = $1) and ${UNDER_WAY}`, wallet);

/** When the newest payment by or to a wallet began; null if there is none. */
export async function lastPaymentAt(wallet: string, db: Reads): Promise<string | null> {
  const [row] = await db.query<{ at: string | null }[]>(
    'select max(at) as at from transactions where user_wallet = $1 or counterparty = $1',
    [wallet],
  );
  return row?.at ?? null;
}

/** Payments from one wallet to another, newest first. */
export async function paymentsBetween(payer: string, payee: string, db: Reads): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(
    `select payment_id as id from transactions
     where leg = 'recipient' and user_wallet = $1 and counterparty = $2 order by seq desc`,
    [payer, payee],
  );
  return rows.map(({ id }) => id);
}

/** Settled direct payments of an amount, oldest first. */
export async function settledDirectPayments(
  { from, to, amount }: { from: string; to: string; amount: Micro },
  db: Reads,
): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(
    `select payment_id as id from transactions
     where leg = 'recipient' and type = 'rlusd_payment' and status = 'completed'
       and user_wallet = $1 and counterparty = $2 and amount = $3::numeric order by seq`,
    [from, to, toDecimal(amount)],
  );
  return rows.map(({ id }) => id);
}

/** Payees of all payments that began since a given time, or ever. */
export async function payeesSince(since: Date | null, db: Reads): Promise<string[]> {
  const rows = await db.query<{ payee: string }[]>(
    `select distinct counterparty as payee from transactions where leg = 'recipient' and ($1::text is null or at >= $1)`,
    [since?.toISOString() ?? null],
  );
  return rows.map(({ payee }) => payee);
}

/** Purchases whose tokens may be on the ledger already, or may still be issued. */
export const purchasesUnderWay = (db: Reads): Promise<{ wallet: string; propertyId: number; amount: string }[]> =>
  db.query(
    `select user_wallet as wallet, property_id as "propertyId", amount from transactions
     where leg = 'recipient' and type = 'property_purchase' and ${UNDER_WAY}`,
  );

/** The platform's paid fees, the fees that may still be paid, and the number of transactions in progress. */
export async function feesAndUnderWay(db: Reads): Promise<{ paid: Micro; coming: Micro; underWay: number }> {
  const [row] = await db.query(
    `select
       (select coalesce(sum(amount), 0)::text from transactions
        where type = 'platform_fee' and status = 'completed') as paid,
       (select coalesce(sum(amount), 0)::text from transactions where type = 'platform_fee' and ${UNDER_WAY}) as coming,
       (select count(*)::int from transactions where ${UNDER_WAY}) as under_way`,
  );
  return { paid: parseRlusd(row.paid), coming: parseRlusd(row.coming), underWay: row.under_way };
}

/** Money that users paid in: payouts were paid in before, and fees belong to the platform. */
const PAID_IN = "type not in ('platform_fee', 'monthly_payout')";

interface Completed {
  transactions: number;
  paidIn: Micro;
  /** `lately`: the part after the day `since`; `earlier`: the part after `before`, up to `since`. */
  lately: Micro;
  earlier: Micro;
  fees: Micro;
  payouts: number;
}

/** Completed transactions: in total, after the day `since` (UTC), and between `before` and `since`. */
export async function completedTotals(
  { since, before }: { since: string; before: string },
  db: Reads,
): Promise<Completed> {
  const [row] = await db.query(
    `select coalesce(sum(transactions), 0)::text as transactions,
       coalesce(sum(amount) filter (where ${PAID_IN}), 0)::text as paid_in,
       coalesce(sum(amount) filter (where ${PAID_IN} and day > $1), 0)::text as lately,
       coalesce(sum(amount) filter (where ${PAID_IN} and day > $2 and day <= $1), 0)::text as earlier,
       coalesce(sum(amount) filter (where type = 'platform_fee'), 0)::text as fees,
       coalesce(sum(transactions) filter (where type = 'monthly_payout'), 0)::text as payouts
     from transaction_days where status = 'completed'`,
    [since, before],
  );
  return {
    transactions: Number(row.transactions),
    paidIn: parseRlusd(row.paid_in),
    lately: parseRlusd(row.lately),
    earlier: parseRlusd(row.earlier),
    fees: parseRlusd(row.fees),
    payouts: Number(row.payouts),
  };
}

/** Money paid in and out by month (UTC), from a given month on; months without completed transactions are left out. */
export async function completedByMonth(
  from: string,
  db: Reads,
): Promise<ReadonlyMap<string, { paidIn: Micro; paidOut: Micro }>> {
  const rows = await db.query<{ month: string; paid_in: string; paid_out: string }[]>(
    `select left(day, 7) as month, coalesce(sum(amount) filter (where ${PAID_IN}), 0)::text as paid_in,
       coalesce(sum(amount) filter (where type = 'monthly_payout'), 0)::text as paid_out
     from transaction_days where status = 'completed' and day >= $1 group by 1`,
    [from],
  );
  return new Map(
    rows.map(({ month, paid_in, paid_out }) => [month, { paidIn: parseRlusd(paid_in), paidOut: parseRlusd(paid_out) }]),
  );
}
