/** The register for other features: who bought and holds how many tokens. */
import { isThere, type Reads } from '#platform/projections/readers.js';

export { purchaseProjection } from './read-models/purchase/purchase.projection.js';

/** Whether a wallet holds tokens. */
export const holdsTokens = (wallet: string, db: Reads): Promise<boolean> =>
  isThere(db, 'purchases where wallet = $1 and redeemed_at is null', wallet);

/** How many tokens all holders have together, and how many of them a wallet has. */
export async function tokensHeld(wallet: string, db: Reads): Promise<{ byAll: number; byWallet: number }> {
  const [row] = await db.query(
    `select coalesce(sum(tokens), 0) as all, coalesce(sum(tokens) filter (where wallet = $1), 0) as own
     from purchases where redeemed_at is null`,
    [wallet],
  );
  return { byAll: Number(row.all), byWallet: Number(row.own) };
}

/** Everybody who holds tokens, each once. */
export const holdersOfTokens = (db: Reads): Promise<{ wallet: string; tokens: string }[]> =>
  db.query('select wallet, sum(tokens)::text as tokens from purchases where redeemed_at is null group by wallet');

/** Which of these payments bought tokens. */
export async function purchasesAmong(paymentIds: readonly string[], db: Reads): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ payment_id: string }[]>('select payment_id from purchases where payment_id = any($1)', [
    paymentIds,
  ]);
  return new Set(rows.map(({ payment_id }) => payment_id));
}

/** The number of investments: a wallet's purchases of one property count as one. */
export async function countInvestments(db: Reads): Promise<number> {
  const [row] = await db.query(
    'select count(*) from (select distinct wallet, property_id from purchases where redeemed_at is null) held',
  );
  return Number(row.count);
}

/** How many wallets held tokens at the end of each of these months. */
export async function holdersAtEndOf(months: readonly string[], db: Reads): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ month: string; holders: string }[]>(
    `select month, (select count(distinct wallet) from purchases
        where left(at, 7) <= month and (redeemed_at is null or left(redeemed_at, 7) > month)) as holders
     from unnest($1::text[]) as month`,
    [months],
  );
  return new Map(rows.map(({ month, holders }) => [month, Number(holders)]));
}
