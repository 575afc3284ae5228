import type { Router } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The ledger as the rest of the sandbox sees it: the sandbox's own, or the way to a real node. */
export interface LedgerParty {
  /** JSON-RPC over POST. */
  router: Router;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** null: only `ledger_accept` closes. */
  setPace(closeEveryMs: number | null): void;
  disconnectAll(): void;
  loseOpenLedger(): void;
  close(): Promise<void>;
}
