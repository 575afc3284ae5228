import { expect, it } from '@jest/globals';
import type { LoanEvent } from '@tknest/contracts/events';
import type { Day } from '@tknest/contracts/money';
import { context } from '#test/event-store/adapter.js';
import { openedPayment } from '#test/support/started-payment.js';
import { ESCROW, FEES, FewLines, ISSUER } from '#test/support/few-lines.js';
import { loanOpened, openedLoan } from '#test/support/opened-loan.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { beginRepayment, loanStream } from '#features/loans/rules.public.js';
import { memoOf } from '#platform/ledger/notation.js';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Arrivals } from '#features/payouts/arrivals/arrivals.js';
import { escrowFollower, type EscrowPorts } from '#features/payouts/arrivals/escrow-follower.js';
import { FollowedDay } from '#features/payouts/arrivals/followed-day.js';
import { submitted } from '../../../simulation/payouts/repayments.js';
import { paymentStream } from '../payment.state.js';
import { PaymentCollector } from './payment-collector.js';
import type { PaymentPorts } from './ports.js';

const PAID_ON = '2027-02-23';
/** The first ledger of that day. */
const MIDNIGHT = 1_000;

const COLLECTION = 'due-1-2027-02-15';

it.each([
  ['a repayment that is paid on a day is settled once what reached the escrow before that day is booked', null],
  ['and once a collection before it, which a restored log lost, is known', 8],
  ['but waits for no later collection', 10],
])('%s', async (_, lostIn) => {
  const clock = { now: () => new Date(`${PAID_ON}T13:00:00Z`), sleep: async () => undefined };
  const store = new MemoryEventStore(clock);
  await store.append(loanStream(1), 'none', loanOpened, context());
  const order = { paymentId: 'p', amount: 100_000_000n, to: 'escrow', today: PAID_ON } as const;
  const begun = beginRepayment({ ...order, earlyPrincipal: 'term', allEarly: false }, openedLoan);
  await store.append(loanStream(1), 'any', begun, context());
  const paying = { kind: 'principal_payback', payer: 'rOwner', payee: 'rEscrow', amount: '100', platformFee: '0' };
  const payment = openedPayment('p', paying as never);
  const leg = { paymentId: 'p', leg: 'recipient', attempt: 1, hash: 'p' } as const;
  const paid = { ...leg, ledgerIndex: 9, result: 'tesSUCCESS', delivered: '100', paidOn: PAID_ON } as const;
  const facts = [...submitted(payment, PAID_ON), { type: 'LegValidated', data: paid }];
  await store.append(paymentStream('p'), 'none', facts, context());

  if (lostIn !== null) {
    const few = new FewLines();
    const Amount = { currency: 'USD', issuer: ISSUER, value: '5' };
    const Memos = [memoOf({ type: 'tknest/for/1', format: 'text/plain' }, `payout/${COLLECTION}/0/${FEES}`)];
    const payment = {
      TransactionType: 'Payment',
      Account: ESCROW,
      Destination: FEES,
      Amount,
      Memos,
      TicketSequence: 1,
    };
    await few.adopts(payment, '5', lostIn);
    for await (const { type, data } of few.store.read('account-payoutEscrow'))
      await store.append('account-payoutEscrow', 'any', [{ type, data }], context());
  }
  let newest = MIDNIGHT - 10;
  const ledger = {
    closeIntervalMs: () => 3_000,
    validatedIndex: async () => newest,
    holds: async () => true,
    async *history() {},
    closedAt: async (index: number) => new Date(`2027-02-${index < MIDNIGHT ? 22 : 23}T12:00:00Z`),
  };
  const calendar = new BusinessCalendar(store, clock, { closedAt: new Date(`${PAID_ON}T12:00:00Z`) });
  const followed = new FollowedDay(store, ledger, calendar);
  const accounts = { address: async () => 'rEscrow', settledBefore: async () => [] };
  const ofEscrow = { store, turns: {}, ledger, accounts, settings: { rlusdIssuer: 'rIssuer' } };
  const settled = { journaled: async () => new Set(), firstLedger: async () => 1, businessDate: async () => PAID_ON };
  const ports = { ...ofEscrow, ...settled } as unknown as EscrowPorts;
  const arrivals = new Arrivals(ports, escrowFollower(ports));
  const follow = async () => {
    const records = await followed.isBehind();
    while (await arrivals.follow(records));
  };
  await follow();
  const collector = new PaymentCollector({
    store,
    clock,
    turns: {},
    mayGoOn: () => true,
    businessDate: async () => PAID_ON,
    isFollowed: (day: Day) => followed.hasReached(day),
    accounts,
    ledger,
  } as unknown as PaymentPorts);
  const typesOf = async () => {
    const types: LoanEvent['type'][] = [];
    for await (const { type } of store.read(loanStream(1))) types.push(type as LoanEvent['type']);
    return types.slice(2);
  };
  expect(await collector.advance('p')).not.toBeNull();
  expect(await typesOf()).toEqual([]);
  // Nothing arrives: only the day of the repayment lets the follower record how far it is.
  newest = MIDNIGHT + 2;
  await follow();
  const isBefore = lostIn === 8;
  expect((await collector.advance('p')) === null).toBe(!isBefore);
  if (isBefore) {
    expect(await typesOf()).toEqual([]);
    const caseId = `lost-collection-${COLLECTION}`;
    const answer = { caseId, resolution: 'no-action', proposalId: null };
    await store.append(
      `case-${caseId}`,
      'none',
      [
        { type: 'CaseOpened', data: { caseId, kind: 'lost-collection', propertyId: 1, wallet: null } },
        { type: 'CaseResolved', data: answer },
        { type: 'CaseAnswerConfirmed', data: answer },
      ],
      context(),
    );
    expect(await collector.advance('p')).toBeNull();
  }
  expect(await typesOf()).toEqual(['InstalmentFellDue', 'LoanInArrears', 'RepaymentReceived', 'RepaymentAllocated']);
});
