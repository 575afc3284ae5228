/** What payout runs need of the outside: the program gives real ones, the simulation its own. */
import type { Clock } from '#platform/clock/clock.js';
import type { Position } from '#platform/event-store/event-store.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';

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
