const LIFETIME_MS = 30_000;
const LEDGERS = { min: 20, max: 2_000 };

/** A sandbox's ledger is closed when its tests say so. */
const SHORTEST_CLOSE_MS = { network: 2_000, sandbox: 20 };

/**
 * The maximum number of ledgers in a period, whatever their pace: a network's ledger stays open for at least two
 * seconds (rippled's ConsensusParms.h, ledgerMIN_CLOSE).
 */
export const mostLedgersIn = (spanMs: number, of: keyof typeof SHORTEST_CLOSE_MS): number =>
  Math.ceil(spanMs / SHORTEST_CLOSE_MS[of]);

/** The lifetime, in ledgers, that older programs gave to transactions in an account's own sequence. */
const LEDGERS_BEFORE = 40;

/** The number of ledgers after which nothing that the platform signed before can be validated any more. */
export const longestLifetime = (closeIntervalMs: number): number =>
  Math.max(ownLifetime(closeIntervalMs), LEDGERS_BEFORE);

/** Ledgers within which a transaction that the platform signs and sends itself must be validated. */
export function ownLifetime(closeIntervalMs: number): number {
  const ledgers = Math.ceil(LIFETIME_MS / Math.max(closeIntervalMs, 1));
  return Math.min(Math.max(ledgers, LEDGERS.min), LEDGERS.max);
}
