import express from 'express';
import { createServer } from 'node:http';
import { openLedgerParty } from './ledger/index.js';
import { listen, type Sandbox } from './server.js';
import { HttpError, answerErrors } from './shared/http-error.js';
import { readJson } from './shared/read-body.js';
import { ledgerRoutes } from './control/ledger-routes.js';

/**
 * A ledger node alone, in memory, as a stand-alone node starts: nobody on it but the genesis account, no ledger closes
 * by itself.
 */
export async function startEmptyNode(wantedPort: number): Promise<Sandbox> {
  const ledger = await openLedgerParty({ closeEveryMs: null });
  const server = createServer();
  const port = await listen(server, wantedPort);
  let pace: number | null = null;
  const app = express().disable('x-powered-by');
  app.use('/ledger', ledger.router);
  app.use(
    '/control/ledger',
    readJson,
    ledgerRoutes({ setPace: (closeEveryMs) => ledger.setPace((pace = closeEveryMs)), pace: () => pace }),
  );
  app.use(() => {
    throw new HttpError(404, 'This is a ledger node alone: /ledger and /control/ledger.');
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
      await ledger.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
