import { afterEach, describe, expect, it } from '@jest/globals';
import { startEmptyNode } from '../../../../sandbox/src/empty-node.js';
import type { Sandbox } from '../../../../sandbox/src/server.js';
import { WebSocketServer, type WebSocket } from 'ws';
import { XrplConnection } from './xrpl-connection.js';

/** Short, so that the test does not take minutes. */
const STILL_MS = 400;
const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function node(): Promise<Sandbox> {
  const started = await startEmptyNode(0);
  running.unshift(started);
  return started;
}
const addressOf = ({ port }: Sandbox) => `ws://127.0.0.1:${port}/ledger`;
function connect(...nodes: Sandbox[]): XrplConnection {
  const connection = new XrplConnection(nodes.map(addressOf), STILL_MS);
  running.unshift({ close: () => connection.stop() });
  connection.start();
  return connection;
}
async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); await new Promise((wake) => setTimeout(wake, 20)))
    if (Date.now() > end) throw new Error(`${what} did not come about`);
}
/** Closes one ledger at a node itself. */
async function close({ port }: Sandbox): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/ledger`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method: 'ledger_accept', params: [{}] }),
  });
}

describe('a node that stands still', () => {
  it('is left for the next address, whose ledgers then count', async () => {
    const [still, moving] = [await node(), await node()];
    const connection = connect(still, moving);
    await until(() => connection.connected, 'the connection');
    const before = connection.validatedIndex;
    const closing = setInterval(() => void close(moving), 50);
    await until(() => connection.validatedIndex > before, 'a ledger of the other node').finally(() =>
      clearInterval(closing),
    );
    expect(connection.problem()).toBeNull();
  });

  it('is kept and named where it is the only one', async () => {
    const connection = connect(await node());
    await until(() => connection.connected, 'the connection');
    await until(() => connection.problem() !== null, 'the problem');
    expect(connection.problem()).toMatch(/^127\.0\.0\.1:\d+ has had no new ledger for \d+ seconds$/);
    expect(connection.connected).toBe(true);
  });
});

describe('a node that states any ledger', () => {
  /** Says where it stands, and closes the ledgers that it is told to. */
  async function liar(index: number) {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    const sockets = new Set<WebSocket>();
    const told = { subscribed: 0, index };
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('message', (text) => {
        const { id, command } = JSON.parse(String(text));
        if (command === 'subscribe') told.subscribed++;
        const info = { server_state: 'full', complete_ledgers: '1', build_version: '3.4.1', network_id: 0 };
        const result = { info, ledger_index: told.index, ledger_hash: 'A'.repeat(64), ledger_time: 1 };
        socket.send(JSON.stringify({ id, status: 'success', type: 'response', result }));
      });
    });
    running.unshift({
      close: () => new Promise((resolve) => (sockets.forEach((one) => one.terminate()), server.close(() => resolve()))),
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const news = (ledger_index: number) =>
      sockets.forEach((socket) =>
        socket.send(
          JSON.stringify({ type: 'ledgerClosed', ledger_index, ledger_hash: 'B'.repeat(64), ledger_time: 2 }),
        ),
      );
    return { told, news, port: (server.address() as { port: number }).port };
  }

  it('is left when it jumps further than time allows, and the number counts nowhere', async () => {
    const node = await liar(1_000);
    const connection = connect(node as never);
    await until(() => connection.validatedIndex === 1_000, 'the connection');
    node.news(1_002);
    await until(() => connection.validatedIndex === 1_002, 'a ledger');
    node.told.index = 1_003;
    node.news(4_000_000_000);
    await until(() => node.told.subscribed === 2, 'another connection');
    await until(() => connection.validatedIndex > 0, 'the connection');
    expect(connection.validatedIndex).toBe(1_003);
  });

  it('is forgotten at the next connection if it stated the number from the start', async () => {
    const node = await liar(4_000_000_000);
    const connection = connect(node as never);
    await until(() => connection.validatedIndex === 4_000_000_000, 'the connection');
    node.told.index = 1_000;
    node.news(4_100_000_000);
    await until(() => connection.validatedIndex === 1_000, 'the honest ledger');
  });
});
