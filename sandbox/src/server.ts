import express, { type Express, type RequestHandler } from 'express';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressesRouter } from './addresses/index.js';
import type { SandboxConfig } from './config.js';
import { controlRouter } from './control/index.js';
import { faultMiddleware } from './faults/fault-middleware.js';
import { landlordRouter } from './landlord/index.js';
import { Landlords } from './landlord/landlords.js';
import { faucetRouter, fillUpRouter } from './people/faucet.js';
import { RLUSD } from './people/person.js';
import { ofacRouter } from './ofac.js';
import { phonePage } from './phone/page-routes.js';
import { ratesRouter } from './rates/index.js';
import { answerErrors } from './shared/http-error.js';
import { isOwn } from './shared/own-hosts.js';
import { upgradeHandler } from './upgrades.js';
import { openWorld, type World } from './world.js';

export interface Sandbox {
  url: string;
  port: number;
  /** Resolves once people and their money are on the ledger. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Serves the outside world on one port, to this machine alone unless the configuration names an address. */
export async function startSandbox(config: SandboxConfig): Promise<Sandbox> {
  const server = createServer();
  const port = await listen(server, config.port, config.host);
  const url = `http://localhost:${port}`;
  const opening = openWorld(config, port, url);
  const ready = opening.then((world) => world.populate());
  ready.catch(() => undefined);
  // Requests that arrive while the services are still starting wait for them.
  const app = opening.then((world) => createApp(config, world, url, ready));
  const upgrade = opening.then(upgradeHandler);
  server.on(
    'request',
    (request, response) =>
      void (isOwn(request, config.backendUrl)
        ? app.then(
            (handle) => handle(request, response),
            () => request.socket.destroy(),
          )
        : response.writeHead(403).end('Only for pages and programs of this machine')),
  );
  server.on(
    'upgrade',
    (request, socket, head) =>
      void (isOwn(request, config.backendUrl)
        ? upgrade.then(
            (handle) => handle(request, socket, head),
            () => socket.destroy(),
          )
        : socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')),
  );
  const world = await opening;
  return {
    url,
    port,
    ready,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await world.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Resolves with the port. @throws an error that names a port in use */
export function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`SANDBOX_PORT ${port} is in use by another program.`) : error),
    );
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function createApp(config: SandboxConfig, world: World, url: string, ready: Promise<void>): Express {
  const { faults, people, node, ledger, xaman, persona, sumsub, walletApp, observations } = world;
  const app = express().disable('x-powered-by');
  const disconnect = { ledger: () => ledger.disconnectAll(), xaman: () => xaman.disconnectAll() } as Record<
    string,
    (() => void) | undefined
  >;

  // The ledger applies faults to each command itself; here they only apply to new connections.
  app.use(
    '/ledger',
    (request, _response, next) => (faults.refuses('ledger') ? void request.socket.destroy() : next()),
    ledger.router,
  );
  app.use('/xaman', faultMiddleware('xaman', faults, disconnect.xaman), xaman.router);
  app.use('/persona', faultMiddleware('persona', faults), persona.router);
  app.use('/sumsub', faultMiddleware('sumsub', faults), sumsub.router);
  app.use('/fred', faultMiddleware('fred', faults), ratesRouter(observations, config.fred.apiKey));
  app.use('/ofac', faultMiddleware('ofac', faults), ofacRouter());
  app.use('/census', faultMiddleware('census', faults), addressesRouter());
  app.use(
    '/phone',
    phonePage({ people, payloads: xaman.payloads, walletApp, node, network: config.network, pace: world.pace, ready }),
  );
  app.use('/faucet/fill', waitFor(ready), fillUpRouter(people.treasury));
  app.use('/faucet', waitFor(ready), faucetRouter(people.treasury));
  app.use('/landlord', waitFor(ready), landlordRouter(new Landlords(people, walletApp, config.backendUrl)));
  const control = {
    people,
    walletApp,
    faults,
    observations,
    ready,
    ledger: { setPace: world.setPace, pace: world.pace, ...world.forgetting },
    desks: [persona.desk, sumsub.desk],
    disconnect: (party: string) => disconnect[party]?.(),
    loseOpenLedger: () => ledger.loseOpenLedger(),
    info: () => ({
      url,
      network: config.network,
      ledger: `ws://localhost:${new URL(url).port}/ledger`,
      phone: `${url}/phone`,
      faucet: `${url}/faucet`,
      rlusdIssuer: people.treasury.issuerAddress,
      rlusdCurrency: RLUSD,
    }),
  };
  app.use('/control', controlRouter(control));
  app.get('/', (_request, response) => response.redirect('/phone'));
  app.use(answerErrors);
  return app;
}

function waitFor(ready: Promise<void>): RequestHandler {
  return async (_request, _response, next) => {
    await ready;
    next();
  };
}
