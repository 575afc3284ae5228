import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type LedgerParty, type LedgerPartyOptions, openLedgerParty } from '../../../src/ledger/index.js';

export interface LedgerServer {
  readonly party: LedgerParty;
  /** WebSocket */
  readonly url: string;
  /** JSON-RPC */
  readonly httpUrl: string;
  close(): Promise<void>;
}

/** A connection with this header is spared when faults drop the others. */
export const SPARED = { 'x-spared': 'yes' };

/** A ledger behind a free port, as the sandbox serves it. */
export async function startLedger(options: LedgerPartyOptions = {}): Promise<LedgerServer> {
  const party = await openLedgerParty(options);
  const app = express();
  app.use('/ledger', party.router);
  const server = http.createServer(app);
  server.on('upgrade', (req, socket, head) => party.handleUpgrade(req, socket, head, 'x-spared' in req.headers));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    party,
    url: `ws://127.0.0.1:${port}/ledger`,
    httpUrl: `http://127.0.0.1:${port}/ledger`,
    close: async () => {
      await party.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
