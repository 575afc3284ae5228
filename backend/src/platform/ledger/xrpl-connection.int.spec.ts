import { afterEach, describe, expect, it } from '@jest/globals';
import { startEmptyNode } from '../../../../sandbox/src/empty-node.js';
import type { Sandbox } from '../../../../sandbox/src/server.js';
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
