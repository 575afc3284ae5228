import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addDays, type Day } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { Wallet } from 'xrpl';
import { FEWEST_LEDGERS as KEPT } from '../../../../../sandbox/src/empty-options.js';
import { collect, context } from '#test/event-store/adapter.js';
import { GENESIS, onEmptyNode, type EmptyNode } from '#test/support/empty-node.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { arrearsOn } from '../account/grace.js';
import { openLoan, upTo } from '../account/loan.decider.js';
import { loanFold, loanStream, noLoan, type Loan } from '../account/loan.state.js';
import { issuerFold } from './prevention-history.js';
import { PreventionWatch } from './prevention-watch.js';

/** AccountSet and TrustSet flags: https://xrpl.org/docs/references/protocol/transactions */
const ASF_GLOBAL_FREEZE = 7;
/** A line without it does not go with its limit. */
const SET_NO_RIPPLE = 0x00020000;
const FREEZE = { set: 0x00100000, clear: 0x00200000 };
const DEEP_FREEZE = { set: 0x00100000 | 0x00400000, clear: 0x00200000 | 0x00800000 };
const DUE: Day = '2027-02-15';
let node: EmptyNode;
let store: MemoryEventStore;
let issuer: Wallet;
let escrow: Wallet;
let owner: Wallet;
/** The first ledger of each day. */
let days: [ledgerIndex: number, day: Day][];

beforeAll(async () => {
  node = await onEmptyNode();
});
afterAll(() => node.stop());
beforeEach(async () => {
  store = new MemoryEventStore();
  [issuer, escrow, owner] = [Wallet.generate(), Wallet.generate(), Wallet.generate()];
  for (const { classicAddress: Destination } of [issuer, escrow, owner])
    await node.settle(GENESIS, { TransactionType: 'Payment', Destination, Amount: '100000000' });
  for (const holder of [escrow, owner]) await node.settle(holder, line(issuer, '1000'));
  days = [];
  const property = { propertyId: 1, name: 'Sample Court', owner: owner.classicAddress };
  const terms = { sold: 100, tokenPrice: 100_000_000n, annualRate: '6.5', termMonths: 12 };
  const opened = openLoan({ ...property, ...terms }, { automation: null }, '2027-01-15', noLoan);
  await store.append(loanStream(1), 'none', opened, context());
});

const line = (counterparty: Wallet, value: string, Flags = 0) => ({
  TransactionType: 'TrustSet',
  Flags,
  LimitAmount: { currency: CURRENCY.rlusd, issuer: counterparty.classicAddress, value },
});
const byIssuer = (fields: object) => node.settle(issuer, { TransactionType: 'AccountSet', ...fields });
const freezes = (holder: Wallet, Flags: number) => node.settle(issuer, line(holder, '0', Flags));

/** From the next ledger on it is this day. */
const on = async (day: Day) => void days.push([(await node.gateway.validatedIndex()) + 1, day]);
const loanNow = async () => (await load(store, loanFold(1))).state as Loan;
async function fallsDue(): Promise<void> {
  const { state, revision } = await load(store, loanFold(1));
  await store.append(loanStream(1), revision, upTo(DUE, state as Loan).events, context());
}

async function openLoans() {
  const { account, prevented } = await loanNow();
  const matters = account.due.length > 0 || prevented.some(({ until }) => until === null);
  return [{ id: 1, owner: owner.classicAddress, matters }];
}

/** A process that has just started. */
const started = () =>
  new PreventionWatch(
    node.gateway,
    { xrpl: { rlusdIssuer: issuer.classicAddress } },
    { query: openLoans as never },
    { address: async () => escrow.classicAddress },
    { dayOf: async ({ ledgerIndex }) => days.findLast(([first]) => first <= ledgerIndex)![1] },
    store,
    new Recorder(store, { contextOf: async () => context() }),
    {} as never,
  );
const recorded = async () =>
  (await collect(store.read(loanStream(1))))
    .filter(({ type }) => type.startsWith('Repayments'))
    .map(({ type, data }) => [type, data.by, data.date].filter(Boolean).join(' '));
async function look(watch = started()): Promise<string[]> {
  await node.closeLedger();
  const before = (await recorded()).length;
  await watch.look();
  return (await recorded()).slice(before);
}

it('what began and ended while the platform was down has the days of its ledgers, and its days are not counted', async () => {
  await on(DUE);
  await fallsDue();
  expect(await look()).toEqual([]);
  await on('2027-02-17');
  await byIssuer({ SetFlag: ASF_GLOBAL_FREEZE });
  await on('2027-02-19');
  await byIssuer({ ClearFlag: ASF_GLOBAL_FREEZE });
  await on('2027-02-22');
  await freezes(escrow, DEEP_FREEZE.set);
  await byIssuer({ TransferRate: 1_001_000_000 });
  await freezes(escrow, DEEP_FREEZE.clear);
  await on('2027-02-23');
  await byIssuer({ TransferRate: 0 });
  await on('2027-02-24');
  expect(arrearsOn(DUE, await loanNow())).toBe('2027-02-23');
  const watch = started();
  expect(await look(watch)).toEqual([
    'RepaymentsPrevented global-freeze 2027-02-17',
    'RepaymentsPossible 2027-02-19',
    'RepaymentsPrevented escrow-freeze 2027-02-22',
    'RepaymentsPossible 2027-02-22',
    'RepaymentsPrevented transfer-fee 2027-02-22',
    'RepaymentsPossible 2027-02-23',
  ]);
  expect(arrearsOn(DUE, await loanNow())).toBe('2027-03-02');
  for (const again of [watch, started()]) expect(await look(again)).toEqual([]);
});

it('what goes on is recorded from its own day on; what was recorded before ends on its own', async () => {
  await on(DUE);
  await look();
  await on('2027-02-16');
  await byIssuer({ SetFlag: ASF_GLOBAL_FREEZE });
  await on('2027-02-18');
  expect(await look()).toEqual(['RepaymentsPrevented global-freeze 2027-02-16']);
  await on('2027-02-19');
  await byIssuer({ ClearFlag: ASF_GLOBAL_FREEZE });
  await on('2027-02-22');
  expect(await look()).toEqual(['RepaymentsPossible 2027-02-19']);
});

it('a freeze of the landlord’s wallet counts from the day on which something is due, although it is processed later', async () => {
  await on('2027-02-01');
  await look();
  await on('2027-02-03');
  await freezes(owner, FREEZE.set);
  await on('2027-02-04');
  await freezes(owner, FREEZE.clear);
  await on('2027-02-05');
  await freezes(owner, FREEZE.set);
  await on('2027-02-18');
  await freezes(owner, FREEZE.clear);
  await on('2027-02-19');
  expect(await look()).toEqual([`RepaymentsPrevented wallet-freeze ${DUE}`, 'RepaymentsPossible 2027-02-18']);
});

it('between two looks of one process too', async () => {
  await on(DUE);
  await fallsDue();
  const watch = started();
  await look(watch);
  await on(addDays(DUE, 1));
  await freezes(owner, FREEZE.set);
  await freezes(owner, FREEZE.clear);
  expect(await look(watch)).toEqual(['RepaymentsPrevented wallet-freeze 2027-02-16', 'RepaymentsPossible 2027-02-16']);
});

it('also where the landlord’s line went and came again in between', async () => {
  await on(DUE);
  await fallsDue();
  const watch = started();
  await look(watch);
  await on('2027-02-17');
  await freezes(owner, FREEZE.set);
  await on('2027-02-19');
  await freezes(owner, FREEZE.clear);
  await node.settle(owner, line(issuer, '0', SET_NO_RIPPLE), line(issuer, '1000'));
  await on('2027-02-22');
  expect(await look(watch)).toEqual(['RepaymentsPrevented wallet-freeze 2027-02-17', 'RepaymentsPossible 2027-02-19']);
});

it('what no node has any more is said in a case, and nothing else is done', async () => {
  await on(DUE);
  await fallsDue();
  await look();
  const { followedTo } = (await load(store, issuerFold)).state;
  await byIssuer({ SetFlag: ASF_GLOBAL_FREEZE });
  await byIssuer({ ClearFlag: ASF_GLOBAL_FREEZE });
  const lost = await node.gateway.validatedIndex();
  await node.keepHistory(KEPT);
  for (let n = 0; n < KEPT; n++) await node.closeLedger();
  const watch = started();
  expect(await look(watch)).toEqual([]);
  const id = `ledger-history-gap-rlusd-issuer-${followedTo + 1}`;
  const [opened] = await collect(store.read(caseFold(id).stream));
  expect(opened!.data.details).toEqual({ fromLedger: followedTo + 1, toLedger: lost });
  await byIssuer({ SetFlag: ASF_GLOBAL_FREEZE });
  expect(await look(watch)).toEqual([`RepaymentsPrevented global-freeze ${DUE}`]);
});
