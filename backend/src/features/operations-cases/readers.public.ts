/** Open cases for other features. Decisions about a case's subject fold that feature's own streams. */
import type { CaseKind } from '@tknest/contracts/events';
import { isThere, type Reads } from '#platform/projections/readers.js';

/** Whether an open case concerns this wallet. */
export const hasOpenCase = (wallet: string, db: Reads): Promise<boolean> =>
  isThere(db, "cases where (wallet = $1 or details->>'payee' = $1) and status = 'open'", wallet);

export async function countOpenCases(db: Reads): Promise<number> {
  const [row] = await db.query<[{ count: number }]>("select count(*)::int as count from cases where status = 'open'");
  return row.count;
}

const OWED_BACK = "kind = 'late-principal' and status = 'open'";

/** Principals that landlords owe back. */
export const principalsOwedBack = (db: Reads): Promise<{ paymentId: string; txHash: string }[]> =>
  db.query(
    `select payment_id as "paymentId", tx_hash as "txHash" from cases where ${OWED_BACK}
       and details->>'remedy' = 'refund' order by payment_id, tx_hash`,
  );

/**
 * Those whose refund had to wait for a suspended buyer; included even if somebody has closed the case since, unless
 * as refunded.
 */
export async function refundsHeld(db: Reads): Promise<string[]> {
  const rows = await db.query<{ payment_id: string }[]>(
    `select payment_id from cases where kind = 'late-principal' and details ? 'dueOn' and details->>'dueOn' is null
       and resolution is distinct from 'refunded' order by payment_id`,
  );
  return rows.map(({ payment_id }) => payment_id);
}

/** Payments that a wallet must refund as payee, or is owed as payer, oldest case first. */
export async function refundsOf(wallet: string, as: 'payer' | 'payee', db: Reads): Promise<string[]> {
  const rows = await db.query<{ payment_id: string }[]>(
    `select payment_id from cases where ${OWED_BACK}
       and case when $2 = 'payee' then details->>'payee' else wallet end = $1 and details->>'remedy' = 'refund'
     group by payment_id order by min(opened_at), payment_id`,
    [wallet, as],
  );
  return rows.map(({ payment_id }) => payment_id);
}

/** What the open cases of a kind are about. */
export const openSubjects = (kind: CaseKind, db: Reads): Promise<{ subject: string }[]> =>
  db.query("select substr(id, length(kind) + 2) as subject from cases where kind = $1 and status = 'open'", [kind]);

/** Open cases about lost collections, and about money in the platform's books that nobody pays out or can claim. */
export async function moneyAdrift(db: Reads): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(
    `select id from cases where status = 'open' and (kind in ('lost-collection', 'collection-short')
       or (kind = 'books-differ' and details ?& array['account', 'amount'])) order by id`,
  );
  return rows.map(({ id }) => id);
}

/** The case of a transaction of the platform that lost its ticket, after its first answer. */
export interface AnsweredConflict {
  txHash: string;
  paymentId: string | null;
  propertyId: number | null;
  wallet: string | null;
  /** The owner of the transaction that is held. */
  details: { kind: string; id: string; key: string; stream: string };
}

/** Each once, however often it was asked about. */
export const answeredConflicts = (db: Reads): Promise<AnsweredConflict[]> =>
  db.query(
    `select distinct on (tx_hash) tx_hash as "txHash", payment_id as "paymentId", property_id as "propertyId", wallet,
       details from cases
     where kind = 'sequence-conflict' and status = 'resolved' and details ?& array['kind', 'id', 'key', 'stream']
     order by tx_hash, opened_at`,
  );
