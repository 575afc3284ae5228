import express from 'express';
import { createServer } from 'node:http';
import { Wallet, xrpToDrops } from 'xrpl';
import { ledgerRoutes } from './control/ledger-routes.js';
import { snapshotRoutes } from './control/snapshot-routes.js';
import type { EmptyNodeOptions } from './empty-options.js';
import { openLedgerParty, USUAL_FEES } from './ledger/index.js';
import { BatchSender } from './people/batch-sender.js';
import { faucetRouter } from './people/faucet.js';
import { LedgerNode } from './people/ledger-node.js';
import { GENESIS_SEED } from './people/treasury.js';
import { listen, type Sandbox } from './server.js';
import { HttpError, answerErrors } from './shared/http-error.js';
import { readJson } from './shared/read-body.js';

/** Transactions of networks above this id must name it. */
const LAST_UNNAMED_NETWORK = 1024;

/**
 * A ledger node alone, as a stand-alone node starts: only the genesis account exists, and no ledger closes by itself.
 */
export async function startEmptyNode(wantedPort: number, options: EmptyNodeOptions = {}): Promise<Sandbox> {
  const { dataDir, networkId, reserves, without, faucet, history } = options;
  const ledger = await openLedgerParty({
    closeEveryMs: null,
    ...(dataDir !== undefined && { dataDir }),
    ...(networkId !== undefined && { networkId }),
    ...(reserves && { fees: { ...USUAL_FEES, reserveBase: reserves.base, reserveIncrement: reserves.increment } }),
    ...(without && { without }),
    ...(history !== undefined && { history }),
  });
  const server = createServer();
  const port = await listen(server, wantedPort);
  let pace: number | null = null;
  const app = express().disable('x-powered-by');
  app.use('/ledger', ledger.router);
  app.use(
    '/control/ledger',
    readJson,
    ledgerRoutes({
      setPace: (closeEveryMs) => ledger.setPace((pace = closeEveryMs)),
      pace: () => pace,
      keepHistory: (ledgers) => ledger.keepHistory(ledgers),
    }),
  );
  app.use('/control/snapshots', readJson, snapshotRoutes(ledger));
  const client = new LedgerNode(`ws://127.0.0.1:${port}/ledger`, () => pace !== null, true);
  if (faucet) app.use('/faucet', faucetRouter(genesisPurse(client, ledger.networkId)));
  app.use(() => {
    throw new HttpError(404, 'This is only a ledger node: /ledger, /control/ledger and /control/snapshots.');
  });
  app.use(answerErrors);
  server.on('request', app);
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] === '/ledger') ledger.handleUpgrade(request, socket, head);
    else socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
  });
  return {
    url: `http://localhost:${port}`,
    port,
    ready: Promise.resolve(),
    close: async () => {
      await client.close();
      await ledger.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Pays out of the genesis account. */
function genesisPurse(client: LedgerNode, networkId: number): Parameters<typeof faucetRouter>[0] {
  const sender = new BatchSender(client, Wallet.fromSeed(GENESIS_SEED));
  const network = networkId > LAST_UNNAMED_NETWORK ? { NetworkID: networkId } : {};
  return {
    payXrp: (destination, xrp) =>
      sender.send({ TransactionType: 'Payment', Destination: destination, Amount: xrpToDrops(xrp), ...network }),
  };
}
