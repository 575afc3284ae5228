/** What payout runs need of the outside: the program gives real ones, the simulation its own. */
import type { Clock } from '#platform/clock/clock.js';
import type { Position } from '#platform/event-store/event-store.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';
import type { Asking } from '#platform/worker-requests/worker-requests.js';

export interface PayoutPorts extends OwnerPorts {
  clock: Clock;
  /** Who held how many tokens of a property when the log stood at a position. */
  holders(propertyId: number, until: Position): Promise<ReadonlyMap<string, number>>;
  /** Those of these wallets that may be paid nothing, for reasons of compliance. */
  blocked(wallets: readonly string[]): Promise<ReadonlySet<string>>;
  businessDate(): Promise<string>;
  settings: { rlusdIssuer: string };
  /** Who shares a stream in this process takes turns by it. */
  turns: object;
}

export const PAYOUT_PORTS = Symbol('PayoutPorts');

/** Only a worker may write a run's lines, so only a worker creates the run. */
export const PAYOUT_ASKING: Asking = { withinMs: 15_000, lease: 'process:courier' };
