import type { DataSource } from 'typeorm';

/** Payments that book what they bring to the escrow: the transaction log's names of their kinds. */
const BOOKED_BY_PAYMENTS = ['principal_payback', 'deposit'];

/**
 * Which of these hashes are journaled by what books them itself. A payment of another kind that names the escrow as
 * its payee touches no books: what it brings is an arrival like any other.
 */
export async function journaledOf(db: DataSource, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows: { hash: string }[] = await db.query(
    `select h.hash from leg_hashes h left join transactions t on t.payment_id = h.payment_id and t.leg = 'recipient'
     where h.hash = any($1) and (h.leg <> 'recipient' or t.type is null or t.type = any($2))`,
    [hashes, BOOKED_BY_PAYMENTS],
  );
  return new Set(rows.map(({ hash }) => hash));
}
