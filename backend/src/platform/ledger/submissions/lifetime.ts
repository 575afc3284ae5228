/** Whose pace a ledger has: that of a network, or any that tests and people at the sandbox give it. */
export type Pace = 'network' | 'sandbox';

const SHORTEST_CLOSE_MS: Readonly<Record<Pace, number>> = { network: 2_000, sandbox: 20 };

/**
 * The maximum number of ledgers in a period, whatever their pace: a network's ledger stays open for at least two
 * seconds (rippled's ConsensusParms.h, ledgerMIN_CLOSE).
 */
export const mostLedgersIn = (spanMs: number, pace: Pace): number => Math.ceil(spanMs / SHORTEST_CLOSE_MS[pace]);

/**
 * On a network a constant, so that after this many ledgers nothing that was signed before, by this or an earlier run of
 * the program, can be validated any more.
 */
const LEDGERS = 20;
/** A sandbox may close many ledgers a second, and its transactions need time to arrive. */
const SANDBOX = { lifetimeMs: 30_000, mostLedgers: 2_000 };

/** Ledgers within which a transaction that the platform signs and sends itself must be validated. */
export function ownLifetime(pace: Pace, closeIntervalMs: number): number {
  if (pace === 'network') return LEDGERS;
  const ledgers = Math.ceil(SANDBOX.lifetimeMs / Math.max(closeIntervalMs, 1));
  return Math.min(Math.max(ledgers, LEDGERS), SANDBOX.mostLedgers);
}
