import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { ECDSA, RippledError, Wallet } from 'xrpl';
import { startEmptyNode } from '../../../../sandbox/src/empty-node.js';
import type { Conclusion, Sought } from './ledger-port.js';
import { XrplConnection } from './xrpl-connection.js';
import { covers, XrplGateway } from './xrpl-gateway.js';

const GENESIS = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: ECDSA.secp256k1 });
/** A real node (docs/real-node.md), or otherwise only the sandbox's ledger. */
const { E2E_LEDGER_URL } = process.env;
let connection: XrplConnection;
let gateway: XrplGateway;
let end: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  let url = E2E_LEDGER_URL;
  if (!url) {
    const node = await startEmptyNode(0);
    end = () => node.close();
    url = `${node.url.replace('http', 'ws')}/ledger`;
  }
  connection = new XrplConnection(url);
  gateway = new XrplGateway(connection, 'sandbox');
  connection.start();
  await until(() => connection.connected);
  await close();
});
afterAll(async () => {
  await connection.stop();
  await end();
});

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !holds(); await new Promise((wake) => setTimeout(wake, 10)))
    if (Date.now() > end) throw new Error('It did not come about');
}

/** Closes this many ledgers, and waits until the gateway has received the last. */
async function close(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { ledger_current_index: open } = await connection.request({ command: 'ledger_accept' });
    await until(() => connection.validatedIndex >= open - 1);
  }
}

interface Sent extends Sought {
  blob: string;
}

async function sign(wallet: Wallet, transaction: Record<string, unknown>, lives = 20): Promise<Sent> {
  const fromLedger = await gateway.validatedIndex();
  const account = (await gateway.account(wallet.classicAddress))!;
  const lastLedgerSequence = fromLedger + lives;
  const signed = {
    Account: wallet.classicAddress,
    Fee: '12',
    Sequence: account.sequence,
    LastLedgerSequence: lastLedgerSequence,
    ...transaction,
  } as Record<string, unknown>;
  const { tx_blob: blob, hash } = wallet.sign(signed as never);
  return {
    blob,
    hash,
    account: wallet.classicAddress,
    sequence: signed.Sequence as number,
    ticket: (signed.TicketSequence as number | undefined) ?? null,
    fromLedger,
    lastLedgerSequence,
  };
}

async function settle(wallet: Wallet, transaction: Record<string, unknown>): Promise<Conclusion> {
  const sent = await sign(wallet, transaction);
  await gateway.submit(sent.blob);
  await close();
  return gateway.conclude(sent);
}

async function funded(xrp = 100): Promise<Wallet> {
  const wallet = Wallet.generate();
  expect(
    await settle(GENESIS, {
      TransactionType: 'Payment',
      Destination: wallet.classicAddress,
      Amount: String(xrp * 1_000_000),
    }),
  ).toMatchObject({ kind: 'validated', result: 'tesSUCCESS' });
  return wallet;
}

describe(`the ledger gateway on ${E2E_LEDGER_URL ? 'a real node' : 'the sandbox’s ledger'}`, () => {
  it('tells of accounts, reserves and fees as of the last validated ledger', async () => {
    expect(await gateway.account(Wallet.generate().classicAddress)).toBeNull();
    const wallet = await funded(50);
    expect(await gateway.account(wallet.classicAddress)).toMatchObject({
      address: wallet.classicAddress,
      balance: 50_000_000n,
      ownerCount: 0,
      regularKey: null,
    });
    expect(await gateway.reserves()).toEqual({ base: 1_000_000n, increment: 200_000n });
    expect(await gateway.fee()).toBe(10n);
  });

  it('tells of a trust line from the holder’s side, whichever side of it the holder is on', async () => {
    const [issuer, ...holders] = [await funded(), await funded(), await funded(), await funded()];
    await settle(issuer!, { TransactionType: 'AccountSet', SetFlag: 2 });
    for (const holder of holders) {
      const address = holder.classicAddress;
      const limit = (limited: string, value: string) => ({ currency: CURRENCY.token, issuer: limited, value });
      expect(await gateway.line(address, issuer!.classicAddress, CURRENCY.token)).toBeNull();
      await settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit(issuer!.classicAddress, '1000') });
      expect(await gateway.line(address, issuer!.classicAddress, CURRENCY.token)).toMatchObject({
        balance: '0',
        limit: '1000',
        authorized: false,
        frozen: false,
      });
      await settle(issuer!, {
        TransactionType: 'TrustSet',
        LimitAmount: limit(address, '0'),
        Flags: 0x00010000 | 0x00020000,
      });
      expect(
        await settle(issuer!, {
          TransactionType: 'Payment',
          Destination: address,
          Amount: limit(issuer!.classicAddress, '7.5'),
        }),
      ).toMatchObject({ kind: 'validated', delivered: limit(issuer!.classicAddress, '7.5') });
      await settle(issuer!, { TransactionType: 'TrustSet', LimitAmount: limit(address, '0'), Flags: 0x00100000 });
      expect(await gateway.line(address, issuer!.classicAddress, CURRENCY.token)).toMatchObject({
        balance: '7.5',
        limit: '1000',
        authorized: true,
        frozen: true,
        issuerNoRipple: true,
      });
    }
  });

  it('knows no line of an issuer to itself, and does not call the ledger away for it', async () => {
    const { classicAddress: issuer } = await funded();
    expect(await gateway.line(issuer, issuer, CURRENCY.token)).toBeNull();
  });

  it('concludes from a validated ledger only: pending, then validated, with success or with a refusal', async () => {
    const [from, to] = [await funded(), await funded()];
    const sent = await sign(from, { TransactionType: 'Payment', Destination: to.classicAddress, Amount: '5000000' });
    expect((await gateway.submit(sent.blob)).engineResult).toBe('tesSUCCESS');
    expect(await gateway.conclude(sent)).toEqual({ kind: 'pending' });
    await close();
    expect(await gateway.conclude(sent)).toMatchObject({
      kind: 'validated',
      result: 'tesSUCCESS',
      delivered: '5000000',
      transaction: { Account: from.classicAddress, Destination: to.classicAddress },
    });
    expect((await gateway.submit(sent.blob)).engineResult).toBe('tefPAST_SEQ');
    const refused = await settle(from, {
      TransactionType: 'Payment',
      Destination: to.classicAddress,
      Amount: { currency: CURRENCY.rlusd, issuer: GENESIS.classicAddress, value: '1' },
    });
    expect(refused).toMatchObject({ kind: 'validated', result: 'tecPATH_DRY' });
  });

  it('proves absence past the LastLedgerSequence, also where the ledgers in between are empty', async () => {
    const from = await funded();
    const never = await sign(from, { TransactionType: 'AccountSet' }, 4);
    await close(4);
    expect(await gateway.conclude(never)).toEqual({ kind: 'pending' });
    await close(2);
    expect(await gateway.conclude(never)).toEqual({ kind: 'absent', reason: 'expired' });
  });

  it('proves absence where another transaction took the sequence, or the ticket', async () => {
    const from = await funded();
    const displaced = await sign(from, { TransactionType: 'AccountSet' });
    expect(await settle(from, { TransactionType: 'TicketCreate', TicketCount: 2 })).toMatchObject({
      kind: 'validated',
      result: 'tesSUCCESS',
    });
    expect(await gateway.conclude(displaced)).toEqual({ kind: 'absent', reason: 'sequence-used' });
    const { account_objects: tickets } = await connection.request({
      command: 'account_objects',
      account: from.classicAddress,
      type: 'ticket',
      ledger_index: 'validated',
    });
    const [ticket, spare] = tickets.map((one: { TicketSequence: number }) => one.TicketSequence);
    const late = await sign(from, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: ticket, Fee: '13' });
    expect(await gateway.conclude(late)).toEqual({ kind: 'pending' });
    expect(await settle(from, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: ticket })).toMatchObject({
      kind: 'validated',
    });
    expect(await gateway.conclude(late)).toEqual({ kind: 'absent', reason: 'sequence-used' });
    expect((await gateway.submit(late.blob)).engineResult).toBe('tefNO_TICKET');
    // The expiry alone does not free a ticket that was used.
    await close(late.lastLedgerSequence - (await gateway.validatedIndex()) + 1);
    expect(await gateway.conclude(late)).toEqual({ kind: 'absent', reason: 'sequence-used' });
    expect(await settle(from, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: spare })).toMatchObject({
      kind: 'validated',
    });
  });
});

describe('a node with a gap', () => {
  /** A connection to a node that does not know the transaction, at ledger 300 with these complete ledgers. */
  const node = (complete: string, searchedAll = false) =>
    ({
      validatedIndex: 300,
      others: () => [],
      async request({ command }: { command: string }) {
        if (command === 'account_info') return { account_data: { Balance: '1', Sequence: 7, OwnerCount: 0, Flags: 0 } };
        if (command === 'server_info') return { info: { complete_ledgers: complete } };
        throw new RippledError('txnNotFound', { error: 'txnNotFound', searched_all: searchedAll });
      },
    }) as unknown as XrplConnection;
  const sought: Sought = {
    hash: 'A',
    account: 'r',
    sequence: 7,
    ticket: null,
    fromLedger: 200,
    lastLedgerSequence: 250,
  };

  it.each([
    ['100-300', { kind: 'absent', reason: 'expired' }],
    ['200-250', { kind: 'absent', reason: 'expired' }],
    ['100-220,222-300', { kind: 'unknown' }],
    ['201-300', { kind: 'unknown' }],
    ['empty', { kind: 'unknown' }],
  ])('that holds %s answers about ledgers 200 to 250: %j', async (complete, conclusion) => {
    expect(await new XrplGateway(node(complete), 'sandbox').conclude(sought)).toEqual(conclusion);
  });
  it('has searched them all where it says so', async () =>
    expect(await new XrplGateway(node('250-300', true), 'sandbox').conclude(sought)).toEqual({
      kind: 'absent',
      reason: 'expired',
    }));
  it('covers a range only within one stretch of its own', () => {
    expect(covers('100-200,205-300', 206, 299)).toBe(true);
    expect(covers('100-200,205-300', 199, 206)).toBe(false);
    expect(covers('7', 7, 7)).toBe(true);
  });
});
