/**
 * A domain event as code sees it. Names as stored are never reused; a changed schema is a new version with an upcaster.
 */
export interface EventType<Type extends string, Data extends object> {
  type: Type;
  data: Data;
}

/** Decimal text of an RLUSD amount, at most six decimals. */
export type Amount = string;
/** A classic XRPL address. */
export type Wallet = string;
/** YYYY-MM-DD of the business calendar. */
export type BusinessDate = string;
