import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PlatformAccountEvent } from '@tknest/contracts/events';
import { decode, hashes, Wallet } from 'xrpl';
import { MemoryEventStore } from '../../event-store/memory/memory-event-store.js';
import { load } from '../../event-store/folding.js';
import { collect, context } from '#test/event-store/adapter.js';
import type { Conclusion, LedgerPort, Sought } from '../ledger-port.js';
import { Courier } from '../transactions/courier.js';
import { ALWAYS_OPEN } from './account-gate.js';
import { accountOwner, type Needed } from './account-owner.js';
import { accountFold, accountStream } from './account.state.js';
import { TicketPool } from './ticket-pool.js';

const SIGNER = Wallet.generate();
const address = SIGNER.classicAddress;
const name = 'issuer' as const;
const FLAG = { TransactionType: 'AccountSet', SetFlag: 16 };
const tickets = (count: number) => ({ TransactionType: 'TicketCreate', TicketCount: count });
const sign = (unsigned: object) => {
  const { tx_blob: blob, hash } = SIGNER.sign(unsigned as never);
  return { blob, hash };
};

let store: MemoryEventStore;
let ledger: {
  index: number;
  shown?: number;
  sequence: number;
  tickets: number[];
  fates: Map<string, Conclusion>;
  sent: string[];
};
let blobs: Map<string, string>;
let needed: Needed;
/** Runs while the next step is being decided. */
let deciding: () => Promise<unknown>;
/** Why the account's gate was shut. */
let shut: string[];
/** Runs between a signature and its commit. */
let meanwhile: () => Promise<unknown>;
let signed: number;
let courier: Courier;

const log = async () => (await collect(store.read(accountStream(name)))).map(({ type, data }) => ({ type, data }));
const account = async () => (await load(store, accountFold(name))).state;
const append = (...events: PlatformAccountEvent[]) =>
  store.append(accountStream(name), 'any', events as never, context());
const advance = () => courier.advance('account', name);
const types = async () => (await log()).map(({ type }) => type).slice(1);
const apply = (blob: string, result = 'tesSUCCESS') => {
  const transaction = decode(blob) as Record<string, unknown>;
  const fate = { kind: 'validated', result, ledgerIndex: ++ledger.index, delivered: null, transaction } as const;
  ledger.fates.set(hashes.hashSignedTx(blob), fate);
};

beforeEach(async () => {
  store = new MemoryEventStore();
  blobs = new Map();
  ledger = { index: 100, sequence: 50, tickets: [], fates: new Map(), sent: [] };
  needed = { do: 'rest' };
  deciding = async () => undefined;
  shut = [];
  meanwhile = async () => undefined;
  signed = 0;
  const port: Partial<LedgerPort> = {
    validatedIndex: async () => ledger.index,
    closeIntervalMs: () => 4_000,
    lifetime: () => 20,
    account: async () => ({ address, sequence: ledger.sequence, ledgerIndex: ledger.shown ?? ledger.index }) as never,
    holdsTicket: async (_, ticket) => ({ held: ledger.tickets.includes(ticket), ledgerIndex: ledger.index }),
    fee: async () => 10n,
    submit: async (blob) => {
      // The earlier one takes longer to arrive.
      for (let ticks = 1_000 - 10 * Number(decode(blob).Sequence); ticks > 0; ticks--) await Promise.resolve();
      ledger.sent.push(blob);
      return { engineResult: 'tesSUCCESS', message: '' };
    },
    conclude: async ({ hash, lastLedgerSequence }: Sought) =>
      ledger.fates.get(hash) ?? { kind: ledger.index > lastLedgerSequence ? 'unknown' : 'pending' },
  };
  const kept = {
    keep: async (_: string, blob: string) => (blobs.set(`item-${blobs.size}`, blob), `item-${blobs.size - 1}`),
    open: async (item: string) => blobs.get(item)!,
  };
  const pool = new TicketPool(store, name, { ...ALWAYS_OPEN, shut: (reason) => void shut.push(reason) });
  const ports = {
    store,
    ledger: port as LedgerPort,
    blobs: kept,
    clock: { now: () => new Date(), sleep: async () => undefined },
    businessDate: async () => '2026-01-01' as const,
    maySign: async () => true,
    accounts: {
      address: async () => address,
      sign: async (_: string, unsigned: object) => {
        if (signed++ === 0) await meanwhile();
        return sign(unsigned);
      },
      tickets: () => pool,
    },
    collector: null as never,
    refill: async () => undefined,
    conflict: async () => [],
    conflictStream: (hash: string) => hash,
    turns: {},
  };
  courier = new Courier(ports, [accountOwner(ports, async () => (await deciding(), needed))]);
  await append({ type: 'PlatformAccountMade', data: { name, address, seedItem: 's' } });
});

describe('what an account signs in its sequence', () => {
  it('is journaled as one row before any is sent, in order, and concluded with the tickets that it made', async () => {
    needed = { do: 'sign', row: [FLAG, tickets(2)] };
    expect(await advance()).not.toBeNull();
    const begun = (await log()).at(-1)!;
    expect(begun.type).toBe('AccountTransactionsBegun');
    const { transactions } = begun.data as { transactions: { what: string; sequence: number; hash: string }[] };
    expect(transactions.map(({ what, sequence }) => [what, sequence])).toEqual([
      ['AccountSet', 50],
      ['TicketCreate', 51],
    ]);
    expect(ledger.sent.map((blob) => hashes.hashSignedTx(blob))).toEqual(transactions.map(({ hash }) => hash));
    // One row at a time.
    await advance();
    expect(await types()).toEqual(['AccountTransactionsBegun']);
    ledger.sent.forEach((blob) => apply(blob));
    needed = { do: 'rest' };
    expect(await advance()).toBeNull();
    expect(await account()).toMatchObject({ open: [], free: [52, 53], nextSequence: 54 });
  });

  it('is sent again with each ledger until its fate is known, the same bytes in their order', async () => {
    needed = { do: 'sign', row: [FLAG, tickets(2)] };
    await advance();
    const first = ledger.sent.splice(0);
    ledger.index++;
    await advance();
    expect(ledger.sent).toEqual(first);
    await advance();
    expect(ledger.sent).toHaveLength(2);
  });

  it('goes into the log although tickets are assigned meanwhile, signed once', async () => {
    await append({ type: 'TicketsCreated', data: { name, tickets: [48, 49], hash: 'h' } });
    meanwhile = () => append({ type: 'TicketAssigned', data: { name, ticket: 48, purpose: 'p' } });
    needed = { do: 'sign', row: [tickets(2)] };
    await advance();
    expect([signed, ledger.sent.length]).toEqual([1, 1]);
    expect((await types()).slice(-2)).toEqual(['TicketAssigned', 'AccountTransactionsBegun']);
  });

  it('is neither journaled nor sent where another instance has begun a row meanwhile', async () => {
    const { blob, hash } = sign({ ...tickets(5), Account: address, Sequence: 50, Fee: '10', LastLedgerSequence: 120 });
    blobs.set('other', blob);
    const other = { what: 'TicketCreate', hash, sequence: 50, lastLedgerSequence: 120, blobItem: 'other' };
    meanwhile = () =>
      append({ type: 'AccountTransactionsBegun', data: { name, ledgerIndex: 100, transactions: [other] } });
    needed = { do: 'sign', row: [tickets(2)] };
    await advance();
    expect([(await account()).open.map((one) => one.hash), ledger.sent]).toEqual([[hash], []]);
  });

  /** Another instance's TicketCreate from begin to end. */
  const wholeRow = async () => {
    const of = { what: 'TicketCreate', hash: 'OTHER' } as const;
    const row = { ...of, sequence: 50, lastLedgerSequence: 120, blobItem: 'other' };
    await append({ type: 'AccountTransactionsBegun', data: { name, ledgerIndex: 100, transactions: [row] } });
    const end = { name, ...of, result: 'tesSUCCESS', ledgerIndex: 101 };
    await append({ type: 'AccountTransactionConcluded', data: end });
    await append({ type: 'TicketsCreated', data: { name, tickets: [51, 52], hash: 'OTHER' } });
    needed = { do: 'rest' };
  };

  it('nor where one went through from begin to end while it was signed', async () => {
    meanwhile = wholeRow;
    needed = { do: 'sign', row: [tickets(2)] };
    expect(await advance()).toBeNull();
    expect([(await account()).open, ledger.sent, shut]).toEqual([[], [], []]);
  });

  it('is not signed where one went through after it was decided: that did the same', async () => {
    deciding = async () => {
      deciding = async () => undefined;
      const row: Needed = { do: 'sign', row: [tickets(2)] };
      await wholeRow();
      ledger.sequence = 53;
      [needed, deciding] = [row, async () => void (needed = { do: 'rest' })];
    };
    expect(await advance()).toBeNull();
    expect([signed, ledger.sent]).toEqual([0, []]);
  });

  it('is not journaled where the log does not know what used the sequence before: the gate is shut', async () => {
    await append({ type: 'TicketsCreated', data: { name, tickets: [48, 49], hash: 'h' } });
    ledger.sequence = 51;
    needed = { do: 'sign', row: [tickets(2)] };
    expect(await advance()).not.toBeNull();
    expect([ledger.sent, shut.length]).toEqual([[], 1]);
    expect(await types()).toEqual(['TicketsCreated']);
  });

  it('nor where a node lags, and shows a sequence that is used', async () => {
    await append({ type: 'TicketsCreated', data: { name, tickets: [51, 52], hash: 'h' } });
    needed = { do: 'sign', row: [tickets(2)] };
    expect(await advance()).not.toBeNull();
    expect([ledger.sent, shut]).toEqual([[], []]);
    expect(await types()).toEqual(['TicketsCreated']);
  });

  it('nor where the account changes its key meanwhile: it is signed again by the key of after', async () => {
    const key = { name, address: 'rNew', seedItem: 'n', ledgerIndex: null } as const;
    meanwhile = async () => {
      for (const step of ['made', 'begun', 'set', 'done'] as const)
        await append({ type: 'PlatformKeyChanged', data: { ...key, step } });
    };
    needed = { do: 'sign', row: [tickets(2)] };
    await advance();
    expect([signed, ledger.sent.length]).toEqual([2, 1]);
  });

  it('that the ledger refuses is signed again after a pause, which doubles', async () => {
    needed = { do: 'sign', row: [tickets(250), tickets(250)] };
    const pauses: number[] = [];
    for (let row = 0; row < 3; row++) {
      await advance();
      // A row counts once.
      for (const blob of ledger.sent.splice(0)) apply(blob, 'tecDIR_FULL');
      ledger.sequence += 2;
      const from = ledger.index;
      while (ledger.sent.length === 0) {
        await advance();
        ledger.index++;
      }
      pauses.push(ledger.index - 1 - from);
    }
    expect(pauses).toEqual([5, 10, 20]);
  });
});

describe('what no node remembers', () => {
  const underWay = async (transaction: Record<string, unknown>, made: readonly number[]) => {
    needed = { do: 'sign', row: [transaction] };
    await advance();
    needed = { do: 'rest' };
    expect(await advance()).not.toBeNull();
    [ledger.index, ledger.tickets, ledger.sequence] = [600, [...made], 51 + made.length];
  };

  it('a TicketCreate is known by its tickets: start-up goes on', async () => {
    await underWay(tickets(3), [51, 52, 53]);
    expect(await advance()).toBeNull();
    expect(await account()).toMatchObject({ open: [], free: [51, 52, 53] });
  });

  it('a set-up transaction leaves its sequence behind, and the next round looks', async () => {
    await underWay(FLAG, []);
    expect(await advance()).toBeNull();
    expect(await account()).toMatchObject({ open: [], free: [], nextSequence: 51 });
    expect((await log()).at(-1)!.data).toMatchObject({ result: 'history-forgotten', ledgerIndex: null });
  });

  it('one whose sequence stands unused may still come, or is proved absent by the node: nothing is said', async () => {
    await underWay(FLAG, []);
    ledger.sequence = 50;
    expect(await advance()).not.toBeNull();
    expect((await account()).open).toHaveLength(1);
  });
});
