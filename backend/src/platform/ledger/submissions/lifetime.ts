const LIFETIME_MS = 30_000;
const LEDGERS = { min: 20, max: 2_000 };

/** Ledgers within which a transaction of an account's own sequence must be validated. */
export const SEQUENCE_LIFETIME = 40;

/** Ledgers after which nothing that the platform signed before can come any more. */
export const longestLifetime = (closeIntervalMs: number): number =>
  Math.max(ownLifetime(closeIntervalMs), SEQUENCE_LIFETIME);

/** Ledgers within which a transaction that the platform signs and sends itself must be validated. */
export function ownLifetime(closeIntervalMs: number): number {
  const ledgers = Math.ceil(LIFETIME_MS / Math.max(closeIntervalMs, 1));
  return Math.min(Math.max(ledgers, LEDGERS.min), LEDGERS.max);
}
