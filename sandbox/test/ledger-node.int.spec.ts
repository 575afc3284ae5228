import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LedgerNode } from '../src/people/ledger-node.js';
import { type LedgerServer, startLedger } from './ledger/support/ledger-server.js';

const ping = (node: LedgerNode) => node.request({ command: 'ping' });
const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

describe('the way of the people to their ledger', () => {
  let refusing = false;
  let server: LedgerServer;
  let node: LedgerNode;
  beforeEach(async () => {
    refusing = false;
    server = await startLedger({
      closeEveryMs: 50,
      faults: { judge: () => ({ kind: 'pass' }), refuses: () => refusing },
    });
    node = new LedgerNode(server.url, () => true, true);
    await node.connect();
  });
  afterEach(async () => {
    await node.close();
    await server.close();
  });

  it('has each request wait for a connection that was dropped, whatever the moment it is asked at', async () => {
    server.party.disconnectAll();
    const asked: Promise<unknown>[] = [];
    for (let moment = 0; moment < 200; moment += 1) {
      asked.push(ping(node));
      await sleep(1);
    }
    expect(await Promise.all(asked)).toEqual(asked.map(() => ({ role: 'admin' })));
  });

  it('comes back after a node that took no connections for a while', async () => {
    refusing = true;
    server.party.disconnectAll();
    const asked = ping(node);
    // Long enough for an attempt to come back to have failed.
    await sleep(500);
    refusing = false;
    expect(await asked).toEqual({ role: 'admin' });
  });

  it('hears of the ledgers that close after it came back', async () => {
    server.party.disconnectAll();
    await ping(node);
    await new Promise<void>((heard) => node.onClose(heard));
  });
});
