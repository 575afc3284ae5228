/** What other features read of tokens that were issued by hand or by automation. */
import { isThere, type Reads } from '#platform/projections/readers.js';

export { tokenIssuancesProjection } from './read-models/token-issuances/token-issuances.projection.js';

/** Whether tokens that are in no property's register were, or are being, issued to a wallet. */
export const hasUnassignedTokens = (wallet: string, db: Reads): Promise<boolean> =>
  isThere(db, "token_issuances where recipient = $1 and status <> 'failed' and property_id is null", wallet);

interface Issued {
  wallet: string;
  /** On the ledger, in no property's register. */
  unassigned: string;
  /** Ordered, perhaps on the ledger. */
  coming: string;
  /** How many orders that is. */
  orders: number;
}

/** Tokens outside of the registers, each recipient once. */
export const tokensOutsideRegisters = (db: Reads): Promise<Issued[]> =>
  db.query(
    `select recipient as wallet, coalesce(sum(tokens) filter (where status = 'completed'), 0)::text as unassigned,
       coalesce(sum(tokens) filter (where status <> 'completed'), 0)::text as coming,
       count(*) filter (where status <> 'completed')::int as orders
     from token_issuances where status = 'completed' and property_id is null or status in ('pending', 'processing')
     group by recipient`,
  );
