/** What payout runs need of the outside: the program gives real ones, the simulation its own. */
import type { Clock } from '../../../platform/clock/clock.js';
import type { EventStore, Position } from '../../../platform/event-store/event-store.js';
import type { AccountSigner } from '../../../platform/ledger/accounts/sign-on-ticket.js';
import type { LedgerPort } from '../../../platform/ledger/ledger-port.js';
import type { SignedBlobs } from '../../../platform/ledger/submissions/submission.js';

export interface PayoutPorts {
  store: EventStore;
  ledger: LedgerPort;
  clock: Clock;
  blobs: SignedBlobs;
  accounts: AccountSigner & {
    /** Asks for more tickets of the escrow at once; they come when a ledger has made them. */
    refill(): Promise<void>;
  };
  /** Who held how many tokens of a property when the log stood at a position. */
  holders(propertyId: number, until: Position): Promise<ReadonlyMap<string, number>>;
  /** Those of these wallets that may be paid nothing, for reasons of compliance. */
  blocked(wallets: readonly string[]): Promise<ReadonlySet<string>>;
  businessDate(): Promise<string>;
  settings: { rlusdIssuer: string };
  /** Who shares a stream in this process takes turns by it. */
  turns: object;
}
