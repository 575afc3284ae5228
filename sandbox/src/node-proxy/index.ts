import { Router } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { Client, type Request } from 'xrpl';
import type { FaultGate } from '../faults/fault-gate.js';
import type { LedgerParty } from '../ledger/index.js';
import { readJson } from '../shared/read-body.js';
import { relay } from './relay.js';

/** A proxy to a real stand-alone node: passes everything on, applies faults, and closes ledgers at the set pace. */
export async function openNodeProxy({ url, faults }: { url: string; faults: FaultGate }): Promise<LedgerParty> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new Error(`SANDBOX_LEDGER_URL ${url} does not answer: ${error.message}`);
  });
  const server = new WebSocketServer({ noServer: true });
  const spared = new WeakSet<WebSocket>();
  let timer: NodeJS.Timeout | undefined;
  const accept = () => client.request({ command: 'ledger_accept' } as Request).catch(() => undefined);

  /** A close begins only when the one before has ended: a real node may take longer than the pace. */
  function setPace(closeEveryMs: number | null): void {
    clearTimeout(timer);
    if (closeEveryMs === null) return;
    const next = async () => {
      const mine = timer;
      await accept();
      if (timer === mine) timer = setTimeout(() => void next(), closeEveryMs);
    };
    timer = setTimeout(() => void next(), closeEveryMs);
  }

  return {
    router: jsonRpc(client, faults),
    handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, isSpared = false) =>
      server.handleUpgrade(request, socket, head, (caller) => {
        if (isSpared) spared.add(caller);
        relay(caller, new WebSocket(url), faults, disconnectAll);
      }),
    setPace,
    disconnectAll,
    // A real node keeps its open ledger.
    loseOpenLedger: () => undefined,
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      server.clients.forEach((caller) => caller.terminate());
      await client.disconnect();
    },
  };

  function disconnectAll(): void {
    for (const caller of server.clients) if (!spared.has(caller)) caller.terminate();
  }
}

/** `{method, params: [{…}]}` over POST. */
function jsonRpc(client: Client, faults: FaultGate): Router {
  const router = Router();
  router.post('/', readJson, async (request, response) => {
    const { method, params = [{}] } = (request.body ?? {}) as { method?: string; params?: object[] };
    const verdict = faults.judge('ledger', String(method));
    if (verdict.kind === 'hang') return;
    if (verdict.kind === 'disconnect') return void request.socket.destroy();
    if (verdict.kind === 'error') return void response.status(503).end();
    if (verdict.kind === 'delay') await new Promise((wake) => setTimeout(wake, verdict.ms));
    const asked = { api_version: 1, ...params[0], command: method } as Request;
    const result = await client.request(asked).then(
      (answer) => ({ ...(answer as { result: object }).result, status: 'success' }),
      (error: { data?: object; message: string }) =>
        error.data ?? { error: 'internal', error_message: error.message, status: 'error' },
    );
    if (verdict.kind !== 'lose-answer') response.json({ result });
  });
  return router;
}
