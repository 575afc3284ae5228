/** The ports of payout runs: the program passes real ones, the simulation its own. */
import type { BusinessDate } from '@tknest/contracts/events';
import type { RevenueSettings } from '#platform/config/revenue-settings.js';
import type { Clock } from '#platform/clock/clock.js';
import type { Position } from '#platform/event-store/event-store.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';
import type { Asking } from '#platform/worker-requests/worker-requests.js';

export interface PayoutPorts extends OwnerPorts {
  clock: Clock;
  /** The holders of a property and their tokens, as of a position of the log. */
  holders(propertyId: number, until: Position): Promise<ReadonlyMap<string, number>>;
  /** Those of these wallets that compliance does not allow to be paid. */
  blocked(wallets: readonly string[]): Promise<ReadonlySet<string>>;
  businessDate(): Promise<BusinessDate>;
  settings: {
    rlusdIssuer: string;
    /** Where revenue is withdrawn to; without it, none is paid. */
    revenue?: Pick<RevenueSettings, 'address' | 'tag'>;
  };
  /** Serializes work on the same stream within this process. */
  turns: object;
}

export const PAYOUT_PORTS = Symbol('PayoutPorts');

/** Only a worker may write a run's lines, so only a worker creates the run. */
export const PAYOUT_ASKING: Asking = { withinMs: 15_000, lease: 'process:courier' };
