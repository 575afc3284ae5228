import type { ClosedLedger } from '../chain/ledger.js';
import type { StateChange } from '../chain/close-ledger.js';

/** Where closed ledgers are kept. */
export interface Journal {
  append(ledger: ClosedLedger, changes: readonly StateChange[]): void;
  close(): void;
}
