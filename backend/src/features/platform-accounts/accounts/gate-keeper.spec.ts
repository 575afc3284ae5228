import { beforeEach, expect, it } from '@jest/globals';
import { PAYOUT_SOURCES, type PayoutSource, type PlatformAccountEvent } from '@tknest/contracts/events';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { collect, context } from '#test/event-store/adapter.js';
import { decode, Wallet } from 'xrpl';
import { AccountGate } from '#platform/ledger/accounts/account-gate.js';
import { accountFold, accountStream } from '#platform/ledger/accounts/account.state.js';
import { naming } from '#platform/ledger/accounts/settled-before.js';
import { placed } from '#platform/ledger/accounts/account-signer.js';
import { memoOf } from '#platform/ledger/notation.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { runIdOf } from '#features/payouts/rules.public.js';
import { answered } from '#test/support/answered-case.js';
import { GateKeeper } from './gate-keeper.js';

const SIGNER = Wallet.generate();
const ME = SIGNER.classicAddress;
const HOLDER = Wallet.generate().classicAddress;
let store: MemoryEventStore;
let seen: { index: number; sequence: number; tickets: Set<number>; made: LedgerTransaction[] };
let gate: AccountGate;
let keeper: GateKeeper;
const state = async () => (await load(store, accountFold('issuer'))).state;

beforeEach(async () => {
  store = new MemoryEventStore();
  await store.append(
    accountStream('issuer'),
    'none',
    [
      { type: 'PlatformAccountMade', data: { name: 'issuer', address: ME, seedItem: 's' } },
      { type: 'TicketsCreated', data: { name: 'issuer', tickets: [11, 12], hash: 'T' } },
    ],
    context(),
  );
  seen = { index: 100, sequence: 13, tickets: new Set([11, 12]), made: [] };
  gate = new AccountGate('issuer', {
    ledger: {
      validatedIndex: async () => seen.index,
      holds: async () => true,
      async *history(_, from, to) {
        yield* seen.made.filter(({ ledgerIndex }) => ledgerIndex >= from && ledgerIndex <= to);
      },
    },
    state,
    standing: async () => ({ ...seen, ledgerIndex: seen.index, isUntouched: false }),
    fence: () => store.fence(),
    journaled: async () => new Set(),
    lifetime: () => 1,
    now: () => new Date(),
    hasClosedSince: () => true,
  });
  const fold = accountFold('issuer');
  const transactions = {
    change: (decide: (now: Awaited<ReturnType<typeof state>>) => PlatformAccountEvent[]) =>
      handleCommand(store, fold, decide, context()),
  };
  const open = { open: true, look: async () => true };
  const accounts = { gate: (name: string) => (name === 'issuer' ? gate : open), record: () => transactions };
  const causation = { contextOf: async () => context() };
  keeper = new GateKeeper(store, accounts as never, new Recorder(store, causation), { on: () => undefined } as never, {
    role: 'all',
  });
});

const made = (hash: string, tx: Record<string, unknown>, result = 'tesSUCCESS'): LedgerTransaction => ({
  hash,
  ledgerIndex: 90,
  result,
  tx: { Account: ME, ...tx },
  meta: {},
  delivered: null,
});
const look = async () => {
  await keeper.look();
  seen.index += 2;
  await keeper.look();
};
const settled = async () =>
  (await collect(store.read(accountStream('issuer')))).filter(({ type }) => type === 'UnknownTransactionSettled');

it('takes over by itself what moves nothing: tickets, set-up, and what a tec left', async () => {
  seen.made.push(
    made('CREATE', { TransactionType: 'TicketCreate', Sequence: 13, TicketCount: 2 }),
    made('FLAG', { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: 11, SetFlag: 7 }),
    made('REFUSED', { TransactionType: 'Payment', Sequence: 0, TicketSequence: 12 }, 'tecPATH_DRY'),
  );
  Object.assign(seen, { sequence: 16, tickets: new Set([14, 15]) });
  await look();
  expect((await settled()).map(({ data }) => [data.hash, data.how])).toEqual([
    ['CREATE', 'adopted'],
    ['FLAG', 'adopted'],
    ['REFUSED', 'adopted'],
  ]);
  await keeper.look();
  expect(gate.open).toBe(true);
  expect(await state()).toMatchObject({ free: [14, 15], nextSequence: 16 });
});

it('finds what another instance paid before a failover that lost its commit, and signs nothing', async () => {
  await look();
  expect(gate.open).toBe(true);
  // This instance never read the lost events: only the ledger shows the payment.
  seen.made.push(made('PAID', { TransactionType: 'Payment', Sequence: 0, TicketSequence: 12, Destination: HOLDER }));
  seen.tickets.delete(12);
  store.failOver();
  await look();
  expect(gate.open).toBe(false);
  expect((await load(store, caseFold('unknown-ledger-payment-PAID'))).state).toMatchObject({ status: 'open' });
});

it('asks an admin about a payment, once, and signs again when it is answered', async () => {
  seen.made.push(made('PAID', { TransactionType: 'Payment', Sequence: 0, TicketSequence: 12, Destination: 'rHolder' }));
  seen.tickets.delete(12);
  await look();
  await keeper.look();
  expect(gate.open).toBe(false);
  expect(await settled()).toEqual([]);
  const on = caseFold('unknown-ledger-payment-PAID');
  expect((await load(store, on)).state).toMatchObject({ status: 'open' });
  expect(await collect(store.read('case-unknown-ledger-payment-PAID'))).toHaveLength(1);
  const answer = (resolution: 'corrected' | 'no-action') =>
    handleCommand(
      store,
      on,
      (now) => answered('unknown-ledger-payment-PAID', { resolution, note: 'x' }, now),
      context(),
    );
  // "Corrected" claims that it was fixed, but the ledger does not show it.
  await answer('corrected');
  await keeper.look();
  expect(gate.open).toBe(false);
  expect((await load(store, on)).state.status).toBe('open');
  await answer('no-action');
  await keeper.look();
  await keeper.look();
  expect(gate.open).toBe(true);
  expect((await settled()).map(({ data }) => [data.hash, data.how])).toEqual([['PAID', 'acknowledged']]);
  expect((await state()).free).toEqual([11]);
});

it('takes sequences over in their order, so no ticket of the lost window is forgotten', async () => {
  const first = { TransactionType: 'TicketCreate', Sequence: 13, TicketCount: 2 };
  const second = { TransactionType: 'TicketCreate', Sequence: 16, TicketCount: 1 };
  const paid = { TransactionType: 'Payment', Sequence: 0, TicketSequence: 14, Destination: 'rHolder' };
  // Further apart than one search step: the newer one is found first.
  seen.made.push(made('OLD', first), made('PAID', paid), { ...made('NEW', second), ledgerIndex: 2_500 });
  Object.assign(seen, { index: 2_600, sequence: 18, tickets: new Set([11, 12, 15, 17]) });
  await look();
  expect((await settled()).map(({ data }) => data.hash)).toEqual(['OLD', 'NEW']);
  await keeper.look();
  expect(gate.open).toBe(false);
  expect((await load(store, caseFold('unknown-ledger-payment-PAID'))).state).toMatchObject({ status: 'open' });
});

it('takes no later sequence over before an earlier one is answered', async () => {
  seen.made.push(
    made('PAID', { TransactionType: 'Payment', Sequence: 13, Destination: 'rHolder' }),
    made('NEW', { TransactionType: 'TicketCreate', Sequence: 14, TicketCount: 1 }),
  );
  Object.assign(seen, { sequence: 16, tickets: new Set([11, 12, 15]) });
  await look();
  await keeper.look();
  expect([gate.open, await settled()]).toEqual([false, []]);
  await handleCommand(
    store,
    caseFold('unknown-ledger-payment-PAID'),
    (now) => answered('unknown-ledger-payment-PAID', { resolution: 'no-action', note: 'x' }, now),
    context(),
  );
  await keeper.look();
  await keeper.look();
  expect((await settled()).map(({ data }) => [data.hash, data.how])).toEqual([
    ['PAID', 'acknowledged'],
    ['NEW', 'adopted'],
  ]);
  expect([gate.open, (await state()).free]).toEqual([true, [11, 12, 15]]);
});

const paying = (run: string, ticket: number): LedgerTransaction => {
  const payment = { TransactionType: 'Payment', Account: ME, Destination: Wallet.generate().classicAddress };
  const named = naming(`payout/${run}/0/rLandlord/1`, { ...payment, Amount: '1000000' });
  const signed = SIGNER.sign(placed(named, { ticket, sequence: 0 }, { lastLedgerSequence: 95, fee: 12n }) as never);
  return made(signed.hash, decode(signed.tx_blob) as Record<string, unknown>);
};

/** Whoever orders these again makes another payment; the ids of all other runs follow from the log. */
const BY_PERSONS: readonly PayoutSource[] = ['bulk', 'by-hand', 'withdrawal', 'revenue'];
it.each(PAYOUT_SOURCES.filter((source) => !BY_PERSONS.includes(source)))(
  'adopts a payment of a run that the log has forgotten and orders again by itself: %s',
  async (source) => {
    seen.made.push(paying(runIdOf(source, 'forgotten'), 11));
    seen.tickets.delete(11);
    await look();
    expect((await settled()).map(({ data }) => data.how)).toEqual(['adopted']);
  },
);

it('asks about a payment of a run whose id no source declares', async () => {
  seen.made.push(paying('other-forgotten', 11));
  seen.tickets.delete(11);
  await look();
  expect([gate.open, await settled()]).toEqual([false, []]);
});

it.each(BY_PERSONS)(
  'asks about an order that the log has forgotten, since ordering it again pays twice: %s',
  async (source) => {
    const [knownId, forgottenId] = [runIdOf(source, 'known'), runIdOf(source, 'forgotten')];
    await store.append(`payout-${knownId}`, 'none', [{ type: 'PayoutRunCreated', data: {} }], context());
    const [known, forgotten] = [paying(knownId, 11), paying(forgottenId, 12)];
    seen.made.push(known, forgotten);
    seen.tickets.clear();
    await look();
    await keeper.look();
    expect((await settled()).map(({ data }) => data.hash)).toEqual([known.hash]);
    expect(gate.open).toBe(false);
    const on = caseFold(`unknown-ledger-payment-${forgotten.hash}`);
    expect((await load(store, on)).state).toMatchObject({ status: 'open' });
  },
);

it('asks once about a TicketCreate that no node can show, however many tickets it made', async () => {
  // Sequence 13 created tickets 14 to 18, one of which was used; 19 is a known transaction.
  seen.made.push(made('FLAG', { TransactionType: 'AccountSet', Sequence: 19, SetFlag: 7 }));
  Object.assign(seen, { sequence: 20, tickets: new Set([11, 12, 14, 15, 17, 18]) });
  await look();
  await keeper.look();
  const caseId = 'unknown-ledger-transaction-issuer-sequence-13';
  const [opened] = await collect(store.read(`case-${caseId}`));
  expect(opened!.data).toMatchObject({
    summary: expect.stringContaining('Sequences 13 to 18'),
    details: { sequence: 13 },
  });
  expect(await settled()).toEqual([]);
  await handleCommand(
    store,
    caseFold(caseId),
    (now) => answered(caseId, { resolution: 'no-action', note: 'x' }, now),
    context(),
  );
  for (let looked = 0; looked < 3; looked++) await keeper.look();
  expect(gate.open).toBe(true);
  expect(await state()).toMatchObject({ free: [11, 12, 14, 15, 17, 18], nextSequence: 20, highWater: 18 });
});

it('says that tokens were issued by hand, where the order is forgotten, and waits for nobody', async () => {
  const issued = (ticket: number, id: string, purchase: string | null) => {
    const transaction = {
      TransactionType: 'Payment',
      Account: ME,
      Destination: HOLDER,
      Amount: { currency: 'USD', issuer: ME, value: '5' },
      Memos: [
        memoOf({ type: 'tknest/issuance/1', format: 'application/json' }, JSON.stringify({ property: null, purchase })),
      ],
    };
    const named = naming(`issuance/${id}/issue/1`, transaction);
    const { tx_blob, hash } = SIGNER.sign(
      placed(named, { ticket, sequence: 0 }, { lastLedgerSequence: 120, fee: 12n }) as never,
    );
    return { hash, ledgerIndex: 90, result: 'tesSUCCESS', tx: decode(tx_blob) as never, meta: {}, delivered: null };
  };
  const [byHand, automatic] = [issued(11, 'hand', null), issued(12, 'automation', 'payment-1')];
  seen.made.push(byHand, automatic);
  Object.assign(seen, { tickets: new Set() });
  await look();
  await keeper.look();
  expect(gate.open).toBe(true);
  expect((await settled()).map(({ data }) => data.how)).toEqual(['adopted', 'adopted']);
  const status = async ({ hash }: { hash: string }) =>
    (await load(store, caseFold(`unknown-ledger-payment-${hash}`))).state.status;
  expect([await status(byHand), await status(automatic)]).toEqual(['open', 'none']);
});
