const LIFETIME_MS = 30_000;
const LEDGERS = { min: 20, max: 2_000 };

/** What older programs gave a transaction of an account's own sequence. */
const LEDGERS_BEFORE = 40;

/** Ledgers after which nothing that the platform signed before can come any more. */
export const longestLifetime = (closeIntervalMs: number): number =>
  Math.max(ownLifetime(closeIntervalMs), LEDGERS_BEFORE);

/** Ledgers within which a transaction that the platform signs and sends itself must be validated. */
export function ownLifetime(closeIntervalMs: number): number {
  const ledgers = Math.ceil(LIFETIME_MS / Math.max(closeIntervalMs, 1));
  return Math.min(Math.max(ledgers, LEDGERS.min), LEDGERS.max);
}
