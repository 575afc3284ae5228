import type { ClosedLedger } from '../chain/ledger.js';
import type { Subscriptions } from '../streams/subscriptions.js';

/** What commands need beside the ledger itself. */
export interface LedgerServices {
  readonly subscriptions: Subscriptions;
  /** When the server started, for uptime. */
  readonly startedAt: number;
  /** When the last ledger closed by the server's own clock, for its age. */
  lastClosedAt(): number;
  /** Closes the open ledger after the submissions that came before. */
  closeLedger(): Promise<ClosedLedger>;
  /** Runs what changes the ledger one after another, in the order it came. */
  inOrder<T>(ready: Promise<unknown>, act: () => T): Promise<T>;
}
