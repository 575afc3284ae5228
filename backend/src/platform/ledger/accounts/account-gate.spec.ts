import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PlatformAccountEvent } from '@tknest/contracts/events';
import { MemoryEventStore } from '../../event-store/memory/memory-event-store.js';
import { Fenced } from '../../event-store/event-store.js';
import { collect, context, event } from '#test/event-store/adapter.js';
import type { LedgerTransaction } from '../ledger-port.js';
import { AccountGate, GateShut, MayGoOn, type GatePorts } from './account-gate.js';
import { settleUnknown } from './account.decider.js';
import { useOf } from './adoption.js';
import { evolveAccount, noAccount, type AccountState } from './account.state.js';
import { isHarmless, ticketsMadeBy } from './gate.rules.js';
import { TicketPool } from './ticket-pool.js';

const ME = 'rPlatform';
const LIFETIME = 40;
const name = 'payoutEscrow';
const open = { what: 'TicketCreate', hash: 'T1', sequence: 100, lastLedgerSequence: 40, blobItem: 'b' };

let state: AccountState;
let ledger: {
  index: number;
  sequence: number;
  tickets: Set<number>;
  untouched: boolean;
  made: LedgerTransaction[];
  oldest: number;
};
let journaled: Set<string>;
let gate: AccountGate;
let now: number;
let closedAt: number;
let fence: string;

const apply = (...events: PlatformAccountEvent[]) => void (state = events.reduce(evolveAccount, state));
const ports = (): GatePorts => ({
  ledger: {
    validatedIndex: async () => ledger.index,
    holds: async (from) => from >= ledger.oldest,
    async *history(_, from, to) {
      for (const one of ledger.made)
        if (one.ledgerIndex >= Math.max(from, ledger.oldest) && one.ledgerIndex <= to) yield one;
    },
  },
  state: async () => state,
  standing: async () => ({
    ledgerIndex: ledger.index,
    sequence: ledger.sequence,
    tickets: ledger.tickets,
    isUntouched: ledger.untouched,
  }),
  fence: async () => fence,
  journaled: async (hashes) => new Set(hashes.filter((hash) => journaled.has(hash))),
  lifetime: () => LIFETIME,
  now: () => new Date(now),
  hasClosedSince: (moment) => closedAt >= moment.getTime(),
});
const made = (hash: string, tx: Record<string, unknown>, result = 'tesSUCCESS'): LedgerTransaction => ({
  hash,
  ledgerIndex: ledger.index,
  result,
  tx: { Account: ME, TransactionType: 'Payment', ...tx },
  meta: {},
  delivered: null,
});
const pay = (hash: string, ticket: number, result?: string) => {
  ledger.tickets.delete(ticket);
  ledger.made.push(made(hash, { Sequence: 0, TicketSequence: ticket }, result));
};
const createTickets = (hash: string, count: number) => {
  ledger.made.push(made(hash, { TransactionType: 'TicketCreate', Sequence: ledger.sequence, TicketCount: count }));
  for (let n = 1; n <= count; n++) ledger.tickets.add(ledger.sequence + n);
  ledger.sequence += count + 1;
};
/** After the longest lifetime of earlier signatures. */
const later = async () => {
  await gate.look();
  ledger.index += LIFETIME + 1;
  return gate.look();
};

beforeEach(() => {
  state = noAccount;
  ledger = { index: 50, sequence: 104, tickets: new Set([101, 102, 103]), untouched: false, made: [], oldest: 1 };
  journaled = new Set(['T1']);
  [now, closedAt] = [1_000, 1_000];
  apply(
    { type: 'PlatformAccountMade', data: { name, address: ME, seedItem: 's' } },
    { type: 'AccountTransactionsBegun', data: { name, ledgerIndex: 1, transactions: [open] } },
    {
      type: 'AccountTransactionConcluded',
      data: { name, what: 'TicketCreate', hash: 'T1', result: 'tesSUCCESS', ledgerIndex: 2 },
    },
    { type: 'TicketsCreated', data: { name, tickets: [101, 102, 103], hash: 'T1' } },
    { type: 'TicketAssigned', data: { name, ticket: 101, purpose: 'line/1' } },
  );
  fence = 'from the start';
  gate = new AccountGate(name, ports());
});

describe('the gate of an account', () => {
  it('opens once a ledger past the longest life of a signature shows what the log says', async () => {
    expect(await gate.look()).toBe(false);
    ledger.index += LIFETIME;
    expect(await gate.look()).toBe(false);
    ledger.index += 1;
    expect(await gate.look()).toBe(true);
  });

  it('believes no node that tells of ledgers from before it was shut, however many', async () => {
    closedAt = 999;
    for (let i = 0; i < 5; i++) {
      expect(await gate.look()).toBe(false);
      ledger.index += LIFETIME;
    }
    expect(gate.reason).toContain('lags');
    closedAt = 1_000;
    expect(await gate.look()).toBe(false);
    ledger.index += LIFETIME + 1;
    expect(await gate.look()).toBe(true);
    now = 2_000;
    gate.shut('an own transaction turned up');
    expect(await later()).toBe(false);
  });

  it('does not open by a look that began before it was shut again', async () => {
    await gate.look();
    ledger.index += LIFETIME + 1;
    const looking = gate.look();
    await ports().fence();
    gate.shut('an own transaction turned up');
    expect(await looking).toBe(false);
    expect(await gate.look()).toBe(false);
    expect(await later()).toBe(true);
  });

  it('is shut where another server keeps the log, whatever that log says', async () => {
    expect(await later()).toBe(true);
    fence = 'after the failover';
    expect(await gate.look()).toBe(false);
    expect(gate.reason).toBe('the database server was restarted or replaced');
    expect(() => gate.mustBeOpen()).toThrow(GateShut);
    expect(await later()).toBe(true);
    expect(gate.mustBeOpen()).toBe('after the failover');
  });

  it('opens at once where nothing was ever signed: a fresh, empty log', async () => {
    state = noAccount;
    apply({ type: 'PlatformAccountMade', data: { name, address: ME, seedItem: 's' } });
    Object.assign(ledger, { sequence: 77, tickets: new Set(), untouched: true });
    expect(await gate.look()).toBe(true);
    ledger.untouched = false;
    expect(await new AccountGate(name, ports()).look()).toBe(false);
  });

  it('stays shut where a ticket was used that the log holds as free: a restored log pays nothing twice', async () => {
    pay('LOST', 102);
    expect(await later()).toBe(false);
    expect(gate.unknown.transactions.map(({ hash }) => hash)).toEqual(['LOST']);
    expect(() => gate.mustBeOpen()).toThrow(GateShut);
    expect(gate.reason).toBe('1 transactions are not in the log');
  });

  it('stays shut where a ticket was used by another attempt than the log has journaled', async () => {
    journaled.add('FIRST-ATTEMPT');
    pay('SECOND-ATTEMPT', 101);
    expect(await later()).toBe(false);
  });

  it('counts attempts by their hash: what was journaled and not concluded yet is known', async () => {
    pay('MINE', 101);
    journaled.add('MINE');
    expect(await later()).toBe(true);
  });

  it('stays shut where nobody can tell what used a ticket: the nodes have forgotten', async () => {
    pay('LOST', 102);
    ledger.oldest = 60;
    expect(await later()).toBe(false);
    expect(gate.unknown).toEqual({ transactions: [], tickets: [102], sequences: null, made: [] });
    expect(gate.reason).toMatch(/lack the transactions that used its tickets/);
  });

  it('takes over a TicketCreate, and then finds what used its tickets', async () => {
    createTickets('T2', 3);
    pay('LOST', 106);
    expect(await later()).toBe(false);
    const [create] = gate.unknown.transactions;
    expect(gate.unknown.transactions).toHaveLength(1);
    expect(isHarmless(create!)).toBe(true);
    const use = {
      what: 'TicketCreate',
      hash: 'T2',
      ticket: null,
      sequence: 104,
      result: 'tesSUCCESS',
      ledgerIndex: 50,
    };
    const events = settleUnknown(name, { ...use, tickets: ticketsMadeBy(create!) }, 'adopted', state);
    expect(events).toHaveLength(1);
    apply(...events);
    expect(settleUnknown(name, { ...use, tickets: [105, 106, 107] }, 'adopted', state)).toEqual([]);
    expect(await gate.look()).toBe(false);
    const [lost] = gate.unknown.transactions;
    expect([lost!.hash, isHarmless(lost!)]).toEqual(['LOST', false]);
    apply({
      type: 'UnknownTransactionSettled',
      data: { name, ...use, hash: 'LOST', ticket: 106, sequence: null, tickets: [], how: 'acknowledged' },
    });
    expect(await gate.look()).toBe(true);
    expect(state.free).toEqual([102, 103, 105, 107]);
  });

  it('waits for a TicketCreate that is journaled and not concluded: its tickets may have been used', async () => {
    const begun = { ...open, hash: 'T2', sequence: 104, lastLedgerSequence: 90 };
    apply({ type: 'AccountTransactionsBegun', data: { name, ledgerIndex: 50, transactions: [begun] } });
    journaled.add('T2');
    createTickets('T2', 2);
    pay('LOST', 105);
    createTickets('T3', 2);
    expect(await later()).toBe(false);
    expect(gate.unknown.transactions).toEqual([]);
    apply(
      {
        type: 'AccountTransactionConcluded',
        data: { name, what: 'TicketCreate', hash: 'T2', result: 'tesSUCCESS', ledgerIndex: 51 },
      },
      { type: 'TicketsCreated', data: { name, tickets: [105, 106], hash: 'T2' } },
    );
    expect(await gate.look()).toBe(false);
    expect(gate.unknown.transactions.map(({ hash }) => hash).sort()).toEqual(['LOST', 'T3']);
  });

  it('takes over what used a sequence in place of an attempt that the log had journaled', async () => {
    const begun = { ...open, hash: 'EXPIRED', sequence: 104 };
    apply(
      { type: 'AccountTransactionsBegun', data: { name, ledgerIndex: 50, transactions: [begun] } },
      {
        type: 'AccountTransactionConcluded',
        data: { name, what: 'TicketCreate', hash: 'EXPIRED', result: 'sequence-used', ledgerIndex: null },
      },
    );
    createTickets('NEXT', 3);
    pay('LOST', 106);
    expect(await later()).toBe(false);
    expect(gate.unknown.transactions.map(({ hash }) => hash)).toEqual(['NEXT']);
    apply(...settleUnknown(name, useOf(gate.unknown.transactions[0]!), 'adopted', state));
    expect(state.free).toEqual([102, 103, 105, 106, 107]);
    expect(await gate.look()).toBe(false);
    expect(gate.unknown.transactions.map(({ hash }) => hash)).toEqual(['LOST']);
  });

  it('asks nobody about what a tec left behind: it settles nothing and burns the ticket', () => {
    expect(isHarmless(made('X', { TicketSequence: 102 }, 'tecPATH_DRY'))).toBe(true);
    expect(isHarmless(made('X', { TicketSequence: 102 }))).toBe(false);
    expect(isHarmless(made('X', { TransactionType: 'Clawback', TicketSequence: 102 }))).toBe(false);
  });

  it('believes no ledger that is older than what the log knows, and shuts again when it is told to', async () => {
    ledger.sequence = 100;
    expect(await later()).toBe(false);
    ledger.sequence = 104;
    expect(await gate.look()).toBe(true);
    gate.shut('a transaction that is not in the log');
    expect(await gate.look()).toBe(false);
    expect(gate.reason).toBe('a transaction that is not in the log');
    expect(await later()).toBe(true);
  });
});

it('stays shut where the node does not know an account that has signed', async () => {
  let isKnown = false;
  const { standing, ...rest } = ports();
  gate = new AccountGate(name, { ...rest, standing: async (address) => (isKnown ? standing(address) : null) });
  expect(await later()).toBe(false);
  isKnown = true;
  expect(await gate.look()).toBe(true);
  state = { ...noAccount, address: ME };
  isKnown = false;
  expect(await new AccountGate(name, { ...rest, standing: async () => null }).look()).toBe(true);
});

it('a pool of a shut gate gives no ticket, and nothing goes on meanwhile', async () => {
  const store = new MemoryEventStore();
  await store.append(
    `account-${name}`,
    'none',
    [{ type: 'TicketsCreated', data: { name, tickets: [1], hash: 'T' } }],
    context(),
  );
  const pool = new TicketPool(store, name, gate);
  const use = () => pool.useMany(['p'], { sign: async () => 0, commit: async () => ({ done: true }) as never });
  await expect(use()).rejects.toThrow(GateShut);
  const mayGoOn = new MayGoOn();
  mayGoOn.watch(gate);
  expect(mayGoOn.now()).toBe(false);
  expect(mayGoOn.shut()).toEqual({ payoutEscrow: 'the program has started' });
  await expect(mayGoOn.soon(1)).rejects.toThrow(GateShut);
  // The fee wallet holds up nobody: it signs only what concerns fees.
  const withFees = new MayGoOn();
  withFees.watch(new AccountGate('feeWallet', ports()));
  expect([withFees.now(), withFees.shut()]).toEqual([true, { feeWallet: 'the program has started' }]);
  await withFees.soon(1);
  await later();
  expect(await use()).toBe(true);
  await mayGoOn.soon(1);
});

describe('what was signed is not journaled', () => {
  let store: MemoryEventStore;
  let pool: TicketPool;
  const stream = 'thing-1';
  beforeEach(async () => {
    store = new MemoryEventStore();
    const made: PlatformAccountEvent = { type: 'TicketsCreated', data: { name, tickets: [1], hash: 'T' } };
    await store.append(`account-${name}`, 'none', [made], context());
    gate = new AccountGate(name, { ...ports(), fence: () => store.fence() });
    pool = new TicketPool(store, name, gate);
    await later();
  });
  /** @param meanwhile happens between the choice of the ticket and the commit */
  const sign = (meanwhile: () => void) =>
    pool.useMany(['p'], {
      sign: async () => meanwhile(),
      commit: async (_, assignment, fenced) => {
        const writes = [{ stream, expected: 'none' as const, events: [event()] }, assignment!];
        await store.appendMany(writes, context(undefined, { fence: fenced }));
        return { done: true };
      },
    });

  it('where the gate was shut meanwhile', async () => {
    await expect(sign(() => gate.shut('an own transaction turned up'))).rejects.toThrow(GateShut);
    expect(await collect(store.read(stream))).toEqual([]);
    await later();
    expect(await sign(() => undefined)).toBe(true);
  });

  it('where it takes the sequence, and the database failed over meanwhile', async () => {
    const before = await collect(store.read(`account-${name}`));
    const begun: PlatformAccountEvent = {
      type: 'AccountTransactionsBegun',
      data: { name, ledgerIndex: 50, transactions: [{ ...open, hash: 'T2', sequence: 2 }] },
    };
    const begin = (meanwhile: () => void, first = 2) =>
      pool.useSequence({
        nextSequence: 2,
        sign: async () => ({ signed: meanwhile(), first }),
        commit: async (_, at, fenced) => {
          await store.appendMany([{ ...at, events: [begun] }], context(undefined, { fence: fenced }));
          return { done: true };
        },
      });
    await expect(begin(() => store.failOver())).rejects.toThrow(Fenced);
    await later();
    await expect(begin(() => gate.shut('an own transaction turned up'))).rejects.toThrow(GateShut);
    expect(await collect(store.read(`account-${name}`))).toEqual(before);
    await expect(begin(() => undefined)).rejects.toThrow(GateShut);
    await later();
    // A transaction that used the sequence in between would be hidden behind it.
    await expect(begin(() => undefined, 3)).rejects.toThrow(GateShut);
    expect(gate.open).toBe(false);
    expect(await collect(store.read(`account-${name}`))).toEqual(before);
    await later();
    expect(await begin(() => undefined)).toBe(true);
  });

  it('where the database failed over meanwhile, although the gate still stands open', async () => {
    await expect(sign(() => store.failOver())).rejects.toThrow(Fenced);
    expect(gate.open).toBe(true);
    expect(await collect(store.read(stream))).toEqual([]);
    expect(await gate.look()).toBe(false);
    await later();
    expect(await sign(() => undefined)).toBe(true);
  });
});
