/** Tokens issued manually or by automation, for other features. */
import { isThere, type Reads } from '#platform/projections/readers.js';

export { tokenIssuancesProjection } from './read-models/token-issuances/token-issuances.projection.js';

/** Whether a wallet was issued, or is being issued, tokens that are in no property's register. */
export const hasUnassignedTokens = (wallet: string, db: Reads): Promise<boolean> =>
  isThere(db, "token_issuances where recipient = $1 and status <> 'failed' and property_id is null", wallet);

interface Issued {
  wallet: string;
  /** Tokens on the ledger that are in no property's register. */
  unassigned: string;
  /** Tokens ordered, but not yet known to be on the ledger. */
  coming: string;
  /** The number of those orders. */
  orders: number;
}

/** Recipients of tokens outside the registers, each once. */
export const tokensOutsideRegisters = (db: Reads): Promise<Issued[]> =>
  db.query(
    `select recipient as wallet, coalesce(sum(tokens) filter (where status = 'completed'), 0)::text as unassigned,
       coalesce(sum(tokens) filter (where status <> 'completed'), 0)::text as coming,
       count(*) filter (where status <> 'completed')::int as orders
     from token_issuances where status = 'completed' and property_id is null or status in ('pending', 'processing')
     group by recipient`,
  );
