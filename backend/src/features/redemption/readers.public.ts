/** Redemptions for other features. */
import type { Reads } from '#platform/projections/readers.js';

export { tokenRedemptionsProjection } from './read-models/redemptions/token-redemptions.projection.js';

/** Tokens whose clawback may be on the ledger already, each holder once. */
export const tokensLeaving = (db: Reads): Promise<{ wallet: string; tokens: string; redemptions: number }[]> =>
  db.query(
    `select holder as wallet, sum(tokens)::text as tokens, count(*)::int as redemptions
     from token_redemptions where status = 'processing' group by holder`,
  );
