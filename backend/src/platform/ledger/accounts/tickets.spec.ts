import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PlatformAccountEvent } from '@tknest/contracts/events';
import type { WrongExpectedRevision } from '../../event-store/event-store.js';
import { MemoryEventStore } from '../../event-store/memory/memory-event-store.js';
import { load } from '../../event-store/folding.js';
import { collect, context, event } from '#test/event-store/adapter.js';
import type { AccountFacts } from '../ledger-port.js';
import { shareOf } from '../transactions/tickets.js';
import { concludeTransaction } from './account.decider.js';
import { accountFold, accountStream, evolveAccount, noAccount } from './account.state.js';
import { AccountRecord } from './account-record.js';
import { TicketPool, type TicketWrite, KeyChanging } from './ticket-pool.js';
import { ticketsToCreate } from './ticket-refill.js';
import { sweepTickets, type PurposeStanding } from './ticket-sweep.js';
import { TicketsExhausted } from './tickets-exhausted.js';

const created = (...tickets: number[]): PlatformAccountEvent => ({
  type: 'TicketsCreated',
  data: { name: 'issuer', tickets, hash: 'h' },
});
const assigned = (ticket: number, purpose: string): PlatformAccountEvent => ({
  type: 'TicketAssigned',
  data: { name: 'issuer', ticket, purpose },
});
const fold = (...events: PlatformAccountEvent[]) => events.reduce(evolveAccount, noAccount);

describe('a TicketCreate', () => {
  const begun: PlatformAccountEvent = {
    type: 'AccountTransactionsBegun',
    data: {
      name: 'issuer',
      ledgerIndex: 10,
      transactions: [{ what: 'TicketCreate', hash: 'h', sequence: 100, lastLedgerSequence: 50, blobItem: 'b' }],
    },
  };
  const ended = (propose: 'validated' | 'refused', hash = 'h') =>
    ({
      transaction: { hash, ticket: null },
      ending: { propose, result: 'x', ledgerIndex: 12, delivered: null, applied: { TicketCount: 3 } },
    }) as never;
  it('brings the sequences right after its own, once it is validated', () => {
    expect(concludeTransaction('issuer', ended('validated'), fold(begun))[1]).toEqual(created(101, 102, 103));
  });
  it('brings nothing where it was refused, or is concluded again', () => {
    expect(concludeTransaction('issuer', ended('refused'), fold(begun))).toHaveLength(1);
    expect(concludeTransaction('issuer', ended('validated'), fold(begun, created(101, 102, 103)))).toHaveLength(1);
    expect(concludeTransaction('issuer', ended('validated', 'another'), fold(begun))).toEqual([]);
  });
});

describe('how many tickets are created', () => {
  const reserves = { base: 1_000_000n, increment: 200_000n };
  const policy = { low: 100, full: 240 };
  const account = (tickets: number, xrp = 1_000) =>
    ({ tickets, ownerCount: tickets, balance: BigInt(xrp) * 1_000_000n }) as AccountFacts;
  it('never asks for more than the ledger takes, however many are lost to the log: eleven leaks stop nothing', () => {
    expect(ticketsToCreate(0, account(0), reserves, policy)).toBe(240);
    expect(ticketsToCreate(100, account(111), reserves, policy)).toBe(0);
    expect(ticketsToCreate(99, account(110), reserves, policy)).toBe(140);
    expect(ticketsToCreate(0, account(200), reserves, policy)).toBe(50);
    expect(ticketsToCreate(0, account(250), reserves, policy)).toBe(0);
  });
  it('keeps to what the account can pay the reserve for', () => {
    expect(ticketsToCreate(0, account(0, 10), reserves, policy)).toBe(20);
    expect(ticketsToCreate(0, account(0, 3), reserves, policy)).toBe(0);
  });
});

describe('a ticket that was assigned and not used', () => {
  let store: MemoryEventStore;
  const state = async () => (await load(store, accountFold('issuer'))).state;
  beforeEach(async () => {
    store = new MemoryEventStore();
    await store.append(accountStream('issuer'), 'none', [created(1, 2, 3)] as never, context());
  });
  const commit = async (_: unknown, write: TicketWrite | null) => {
    try {
      if (write?.events.length) await store.appendMany([write as never], context());
      return { done: true } as const;
    } catch (error) {
      return { done: false as const, moved: (error as WrongExpectedRevision).stream };
    }
  };

  it('does not exist: signing that comes to nothing assigns none', async () => {
    const pool = new TicketPool(store, 'issuer');
    const broken = pool.useMany(['p1'], { sign: () => Promise.reject(new Error('killed')), commit });
    await expect(broken).rejects.toThrow('killed');
    const moved = pool.useMany(['p1'], {
      sign: async () => 1,
      commit: async () => ({ done: false, moved: 'payment-p1' }),
    });
    expect(await moved).toBe(false);
    expect(await state()).toMatchObject({ free: [1, 2, 3], assigned: new Map() });
  });
  it('two that sign at once get two, and the same purpose the same', async () => {
    const pool = new TicketPool(store, 'issuer');
    const seen: number[] = [];
    const sign = async (tickets: ReadonlyMap<string, number>) => void seen.push(...tickets.values());
    await Promise.all(['a', 'b', 'c'].map((purpose) => pool.useMany([purpose], { sign, commit })));
    expect(new Set(seen)).toEqual(new Set([1, 2, 3]));
    await pool.useMany(['a'], { sign, commit });
    expect(seen.at(-1)).toBe((await state()).assigned.get('a'));
    await expect(pool.useMany(['d'], { sign, commit })).rejects.toThrow(TicketsExhausted);
  });
  it('two instances that sign at once use each ticket once, and exceed no share', async () => {
    const numbers = Array.from({ length: 21 }, (_, index) => index + 4);
    await store.append(accountStream('issuer'), 'exists', [created(...numbers)] as never, context());
    const [one, other] = [new TicketPool(store, 'issuer'), new TicketPool(store, 'issuer')];
    const purposes = (use: string, from: number) => [0, 1, 2, 3].map((n) => `${use}/${use}-${from + n}/1`);
    let [chosen, ended] = [0, 0];
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
    };
    // No commit completes before all have chosen. A purchase of one instance makes their choices differ, and is not
    // signed.
    const sign = async () => (chosen++, await until(() => chosen === 3));
    const unsigned = async () => {
      chosen++;
      await until(() => ended === 2);
      throw new Error('killed');
    };
    const redeem = (pool: TicketPool, from: number) =>
      pool.useMany(purposes('redemption', from), { sign, commit }).finally(() => ended++);
    const [, ...redeemed] = await Promise.allSettled([
      one.useMany(purposes('purchase', 0), { sign: unsigned, commit }),
      redeem(one, 0),
      redeem(other, 4),
    ]);
    const { assigned } = await state();
    expect(redeemed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(assigned.size).toBe(shareOf('redemption', 24));
    expect(new Set(assigned.values()).size).toBe(assigned.size);
  });
  it('that was assigned before is not signed with again where another instance gives it up meanwhile', async () => {
    const pool = new TicketPool(store, 'issuer');
    await pool.useMany(['a'], { sign: async () => 1, commit });
    const burned = { type: 'TicketBurned', data: { name: 'issuer', ticket: 1, purpose: 'a', hash: null } };
    let given = false;
    const late = async (_: unknown, write: TicketWrite | null) => {
      if (!given) await store.append(accountStream('issuer'), 'any', [burned] as never, context());
      given = true;
      const own = { stream: 'thing-1', expected: 'none' as const, events: [event()] };
      return store.appendMany([own, write!], context()).then(
        () => ({ done: true }) as const,
        ({ stream }: WrongExpectedRevision) => ({ done: false as const, moved: stream }),
      );
    };
    expect(await pool.useMany(['a'], { sign: async () => 1, commit: late })).toBe(false);
    expect(await collect(store.read('thing-1'))).toEqual([]);
  });
  it('while the account’s key changes nothing is signed, nor is kept what the key of before has signed', async () => {
    const pool = new TicketPool(store, 'issuer');
    const key = { name: 'issuer', address: 'rNew', seedItem: 'item', ledgerIndex: null };
    const change = (step: string) =>
      store.append(
        accountStream('issuer'),
        'any',
        [{ type: 'PlatformKeyChanged', data: { ...key, step } }] as never,
        context(),
      );
    await change('made');
    expect(await pool.useMany(['a'], { sign: async () => 1, commit })).toBe(true);
    // It begins after the signature and before the commit.
    const late = { sign: async () => void (await change('begun')), commit };
    expect(await pool.useMany(['a'], late)).toBe(false);
    expect(await pool.useMany(['b'], late).catch((error: Error) => error.name)).toBe('KeyChanging');
    await change('set');
    await expect(pool.useMany(['b'], { sign: async () => 1, commit })).rejects.toThrow(KeyChanging);
    await change('done');
    const seen: (string | undefined)[] = [];
    const looking = new TicketPool(store, 'issuer', undefined, undefined, ({ regularKey }) =>
      seen.push(regularKey?.address),
    );
    expect(await looking.useMany(['b'], { sign: async () => 1, commit })).toBe(true);
    expect(seen).toEqual(['rNew']);
  });
  it('of a log from before is given back, or written off, once its payment is over', async () => {
    const purposes = ['unused', 'expired', 'may-land', 'open', 'used', 'unknown'];
    const more = [created(4, 5, 6), ...purposes.map((purpose, index) => assigned(index + 1, purpose))];
    await store.append(accountStream('issuer'), 'exists', more as never, context());
    const as = { stream: 'payment-p', expected: 'none' as const };
    const standing: Record<string, PurposeStanding> = {
      unused: { is: 'over', lastLedgerSequence: 0, as },
      expired: { is: 'over', lastLedgerSequence: 90, as },
      'may-land': { is: 'over', lastLedgerSequence: 100, as },
      open: { is: 'open', isSubmitted: false },
      used: { is: 'over', lastLedgerSequence: 90, as },
      unknown: { is: 'over', lastLedgerSequence: 0, as },
    };
    let sequence = 7;
    const ledger = {
      account: async () => ({ sequence }),
      holdsTicket: async (_: string, ticket: number) => ({
        held: ticket !== 5 && ticket < sequence,
        ledgerIndex: 100,
      }),
    };
    const record = new AccountRecord({ store, context: async () => context() }, 'issuer');
    const sweep = () => sweepTickets('issuer', record, ledger as never, async (purpose) => standing[purpose]!);
    // A node that has not seen the creation of tickets 1 to 6: nothing is written off.
    sequence = 1;
    expect(await sweep()).toBe(0);
    sequence = 7;
    expect(await sweep()).toBe(4);
    expect(await state()).toMatchObject({
      free: [1, 2, 6],
      assigned: new Map([
        ['may-land', 3],
        ['open', 4],
      ]),
    });
    expect(await sweep()).toBe(0);
    // A payment that was revived after the check, and may sign with its ticket again, keeps it.
    standing['may-land'] = { is: 'over', lastLedgerSequence: 90, as };
    await store.append('payment-p', 'none', [{ type: 'PaymentRevived', data: { paymentId: 'p' } }], context());
    expect(await sweep()).toBe(0);
    expect((await state()).assigned.get('may-land')).toBe(3);
  });
});
