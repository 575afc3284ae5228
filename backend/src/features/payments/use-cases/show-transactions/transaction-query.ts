import type { AdminTransactionView, AllTransactionsQuery } from '@tknest/contracts/api';
import { parseRlusd, toNumber, type Day } from '@tknest/contracts/money';
import { isUUID } from 'class-validator';

export interface TransactionRow {
  id: string;
  seq: string;
  payment_id: string | null;
  leg: string;
  status: AdminTransactionView['status'];
  ending: AdminTransactionView['ending'];
  type: AdminTransactionView['type'];
  description: string;
  user_wallet: string;
  amount: string;
  currency: string;
  property_id: number | null;
  property_name: string | null;
  at: string;
  date: Day;
  tx_hash: string | null;
}

const SEARCH_MAX = 100;
const DAY_MS = 86_400_000;

/**
 * The filters of the transaction log as SQL, and the text to search for in description, wallet, property name or hash,
 * in lower case.
 */
export interface TransactionFilter {
  sql: string;
  values: unknown[];
  search: string | null;
  type: string | null;
  /** Excludes older rows; ISO 8601. */
  since: string | null;
}

/**
 * The filters of a call, checked by its class: type, status, days, wallet, property, search (a text, or a complete
 * payment id).
 */
export function filterOf(query: AllTransactionsQuery, now: Date): TransactionFilter {
  const parts: string[] = [];
  const values: unknown[] = [];
  let since: string | null = null;
  const and = (sql: string, value: unknown) => {
    values.push(value);
    parts.push(sql.replaceAll('?', `$${values.length}`));
  };
  const type = query.type && query.type !== 'all' ? query.type : null;
  if (type !== null) and('type = ?', type);
  if (query.status && query.status !== 'all') and('status = ?', query.status);
  if (query.days && query.days !== 'all') since = new Date(now.getTime() - Number(query.days) * DAY_MS).toISOString();
  if (query.wallet) and('user_wallet = ?', query.wallet);
  if (query.propertyId) and('property_id = ?', Number(query.propertyId));
  const search =
    query.search
      ?.trim()
      .replace(/[\r\n]+/g, ' ')
      .slice(0, SEARCH_MAX)
      .toLowerCase() || null;
  // A payment id as search text finds exactly that payment.
  const byPayment = search !== null && isUUID(search);
  if (byPayment) and('payment_id = ?', search);
  return {
    type,
    since,
    sql: parts.length > 0 ? parts.join(' and ') : 'true',
    values,
    search: byPayment ? null : search,
  };
}

/** The run in the id of a payout's row: `<run>-<wallet>`, or `<run>-fee`. */
const payoutOf = ({ id, payment_id: paymentId, user_wallet: wallet }: TransactionRow): string | null => {
  if (paymentId !== null) return null;
  return id.slice(0, -(id.endsWith(`-${wallet}`) ? wallet.length + 1 : '-fee'.length));
};

export function viewOf(row: TransactionRow): AdminTransactionView {
  return {
    id: row.id,
    paymentId: row.payment_id,
    payoutId: payoutOf(row),
    status: row.status,
    ending: row.ending,
    type: row.type,
    description: row.description,
    userWallet: row.user_wallet,
    amount: toNumber(parseRlusd(row.amount)),
    currency: row.currency,
    propertyId: row.property_id,
    propertyName: row.property_name,
    timestamp: row.at,
    date: row.date,
    txHash: row.tx_hash,
  };
}
