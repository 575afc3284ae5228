import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ECDSA, Wallet } from 'xrpl';
import { startEmptyNode } from '../../../../sandbox/src/empty-node.js';
import type { Sandbox } from '../../../../sandbox/src/server.js';
import type { Sought } from './ledger-port.js';
import { XrplConnection } from './xrpl-connection.js';
import { XrplGateway } from './xrpl-gateway.js';

const GENESIS = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: ECDSA.secp256k1 });
const KEPT = 16;
const NOBODY = 'ws://127.0.0.1:9/ledger';
let node: Sandbox;
let connection: XrplConnection;
let gateway: XrplGateway;

beforeAll(async () => {
  node = await startEmptyNode(0, { history: KEPT });
  connection = new XrplConnection([NOBODY, `ws://127.0.0.1:${node.port}/ledger`]);
  gateway = new XrplGateway(connection, 'sandbox');
  connection.start();
  await until(() => connection.connected);
  await close(1);
});
afterAll(async () => {
  await connection.stop();
  await node.close();
});

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !holds(); await new Promise((wake) => setTimeout(wake, 10)))
    if (Date.now() > end) throw new Error('It did not come about');
}
async function close(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { ledger_current_index: open } = await connection.request({ command: 'ledger_accept' });
    await until(() => connection.validatedIndex >= open - 1);
  }
}
/** Signed, and never sent unless it says so. */
async function signed(
  transaction: Record<string, unknown>,
  ticket: number | null = null,
): Promise<Sought & { blob: string }> {
  const fromLedger = await gateway.validatedIndex();
  const sequence = ticket === null ? (await gateway.account(GENESIS.classicAddress))!.sequence : 0;
  const lastLedgerSequence = fromLedger + 4;
  const { tx_blob: blob, hash } = GENESIS.sign({
    Account: GENESIS.classicAddress,
    Fee: '12',
    Sequence: sequence,
    ...(ticket === null ? {} : { TicketSequence: ticket }),
    LastLedgerSequence: lastLedgerSequence,
    ...transaction,
  } as never);
  return { blob, hash, account: GENESIS.classicAddress, sequence, ticket, fromLedger, lastLedgerSequence };
}

describe('a node that keeps few ledgers', () => {
  it('is found behind an address where nobody answers', () => {
    expect(connection.connected).toBe(true);
  });

  it('proves absence without any history where the sequence stands unused', async () => {
    const lost = await signed({ TransactionType: 'TicketCreate', TicketCount: 2 });
    await close(KEPT + 6);
    expect(await gateway.holds(lost.fromLedger, lost.lastLedgerSequence)).toBe(false);
    expect(await gateway.conclude(lost)).toEqual({ kind: 'absent', reason: 'expired' });
  });

  it('proves absence without any history where the ticket stands unused', async () => {
    const made = await signed({ TransactionType: 'TicketCreate', TicketCount: 1 });
    await gateway.submit(made.blob);
    await close(1);
    const lost = await signed({ TransactionType: 'AccountSet' }, made.sequence + 1);
    await close(KEPT + 6);
    expect(await gateway.conclude(lost)).toEqual({ kind: 'absent', reason: 'expired' });
    // A transaction whose sequence is used is not proved absent: it was validated, and the node has pruned it.
    expect(await gateway.conclude(made)).toEqual({ kind: 'unknown' });
  });

  it('is not asked for ledgers that it has forgotten, and tells of those that it has', async () => {
    const sent = await signed({ TransactionType: 'AccountSet' });
    await gateway.submit(sent.blob);
    await close(1);
    const newest = await gateway.validatedIndex();
    const told = async (from: number, to: number) => {
      const hashes: string[] = [];
      for await (const { hash } of gateway.history(GENESIS.classicAddress, from, to)) hashes.push(hash);
      return hashes;
    };
    expect(await told(1, newest)).toContain(sent.hash);
    expect(await told(1, newest - KEPT - 1)).toEqual([]);
  });

  it('is helped out by another address that has the history', async () => {
    const sent = await signed({ TransactionType: 'AccountSet' });
    await gateway.submit(sent.blob);
    await close(KEPT + 6);
    expect(await gateway.conclude(sent)).toEqual({ kind: 'unknown' });
    const asked: string[] = [];
    const archive = {
      async request({ command }: { command: string }) {
        asked.push(command);
        if (command === 'server_info') return { info: { complete_ledgers: '1-999999999' } };
        if (command === 'account_tx') return { transactions: [] };
        return { validated: true, ledger_index: 7, meta: { TransactionResult: 'tesSUCCESS' }, tx_json: {} };
      },
    };
    const both = Object.create(connection, { others: { value: () => [archive] } }) as XrplConnection;
    expect(await new XrplGateway(both, 'sandbox').conclude(sent)).toMatchObject({ kind: 'validated', ledgerIndex: 7 });
    expect(await new XrplGateway(both, 'sandbox').holds(1, 10)).toBe(true);
    for await (const _ of new XrplGateway(both, 'sandbox').history(GENESIS.classicAddress, 1, 10))
      throw new Error('Nothing is there');
    expect(asked).toContain('account_tx');
  });
});
