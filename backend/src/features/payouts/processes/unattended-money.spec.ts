import { answersTo, type EscrowAccount, type PaymentEvent, type PayoutRunEvent } from '@tknest/contracts/events';
import { beforeEach, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { startedPayment } from '#test/support/started-payment.js';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, opening } from '#features/operations-cases/rules.public.js';
import { explaining, landedFacts } from '#features/payments/collecting/already-paid.js';
import { bookArrival, emptyEscrow, escrowFold } from '../escrow/escrow.decider.js';
import { UnattendedMoneyJob } from './unattended-money.job.js';

const MINUTE = 60_000;
let store: MemoryEventStore;
let now: number;
let claims: { wallet: string; sum: string }[];
let feesOwed: string;
let unexplained: object[];
/** Open cases, by the read model. */
let differing: string[];
let job: UnattendedMoneyJob;

beforeEach(() => {
  [store, now, claims, feesOwed, unexplained, differing] = [new MemoryEventStore(), 0, [], '0', [], []];
  const recorder = new Recorder(store, { contextOf: async () => context() } as never);
  job = new UnattendedMoneyJob(
    store,
    { now: () => new Date(now) },
    recorder,
    {} as never,
    { query: async (sql: string) => answerTo(sql) } as never,
  );
});

const answerTo = (sql: string) =>
  sql.includes("'books-differ'")
    ? differing.map((id) => ({ id }))
    : sql.includes('from cases')
      ? []
      : sql.includes('fee_owed')
        ? [{ sum: feesOwed }]
        : sql.includes('unexplained')
          ? unexplained
          : claims;

const arrived = async (account: EscrowAccount, delivered: string) => {
  const arrival = { hash: account.slice(account.indexOf('/') + 1), ledgerIndex: 7, delivered, note: 'x' };
  const booked = bookArrival(arrival, [{ account, amount: parseRlusd(delivered) }], emptyEscrow);
  await store.append(escrowFold.stream, 'any', [booked], context());
};
const asked = async (subject: string) =>
  store.appendMany(await opening(store, { kind: 'escrow-suspense', subject, summary: 'x' }), context());
const resolved = (subject: string, resolution: string) => {
  const data = { caseId: `escrow-suspense-${subject}`, resolution, note: 'x' };
  return store.append(`case-escrow-suspense-${subject}`, 'any', [{ type: 'CaseResolved', data }], context());
};
const statusOf = async (subject: string, kind = 'escrow-suspense') =>
  (await load(store, caseFold(`${kind}-${subject}`))).state.status;
const tenMinutes = async () => {
  for (const end = now + 11 * MINUTE; now < end; now += MINUTE) await job.look();
};

it('money that an answer left in suspense is asked about again', async () => {
  await arrived('suspense/HASH', '70');
  await asked('HASH');
  await tenMinutes();
  expect(await statusOf('HASH~2')).toBe('none');
  await resolved('HASH', 'corrected');
  await job.look();
  expect(await statusOf('HASH~2')).toBe('none');
  await tenMinutes();
  expect(await statusOf('HASH~2')).toBe('open');
  await tenMinutes();
  expect(await statusOf('HASH~3')).toBe('none');
});

it('small arrivals keep one case', async () => {
  await arrived('suspense/small-arrivals', '0.5');
  await tenMinutes();
  expect(await statusOf('small-arrivals~1')).toBe('open');
  await tenMinutes();
  expect(await statusOf('small-arrivals~2')).toBe('none');
});

it('what is too little to be paid to anybody is asked about by nobody', async () => {
  const entries = [
    { account: 'ledger' as const, amount: '-0.0000005' },
    { account: 'suspense/HASH' as const, amount: '0.0000005' },
  ];
  const data = { postingId: 'x', kind: 'arrival', entries, hash: 'HASH', ledgerIndex: 7, note: null };
  await store.append(escrowFold.stream, 'any', [{ type: 'EscrowPosted', data }], context());
  await tenMinutes();
  expect(await statusOf('HASH')).toBe('none');
});

const run = async (runId: string, ...events: PayoutRunEvent[]) => {
  const terms = { source: 'payback', period: '2027-01-15', date: '2027-01-15', recordPosition: null } as const;
  const data = { runId, propertyId: 1, ...terms, amount: '70', fee: '0', direct: null };
  await store.append(`payout-${runId}`, 'any', [{ type: 'PayoutRunCreated', data }, ...events], context());
};

it('a run that an admin paused and forgot has a case, and one that goes on has none', async () => {
  await arrived('run/A', '70');
  await arrived('run/B', '70');
  await run('A', { type: 'PayoutRunPaused', data: { runId: 'A', cause: 'admin', reason: 'x' } });
  await run('B', { type: 'PayoutRunPaused', data: { runId: 'B', cause: 'global-freeze', reason: 'x' } });
  await tenMinutes();
  expect([await statusOf('A', 'payout-paused'), await statusOf('B', 'payout-paused')]).toEqual(['open', 'none']);
});

it('money of a run that is over has a case', async () => {
  await arrived('run/A', '70');
  const none = { lines: 0, amount: '0' };
  await run('A', {
    type: 'PayoutRunCompleted',
    data: { runId: 'A', propertyId: 1, settled: none, unclaimed: none },
  });
  await tenMinutes();
  expect(await statusOf('payoutEscrow~run~A', 'books-differ')).toBe('open');
});

it('unclaimed money is claimed by lines of the same amount', async () => {
  await arrived('unclaimed/rHolder', '7');
  await arrived('unclaimed/rOther', '7');
  claims = [
    { wallet: 'rHolder', sum: '7' },
    { wallet: 'rOther', sum: '6.5' },
  ];
  await tenMinutes();
  const subjects = ['payoutEscrow~unclaimed~rHolder', 'payoutEscrow~unclaimed~rOther'];
  expect(await Promise.all(subjects.map((one) => statusOf(one, 'books-differ')))).toEqual(['none', 'open']);
});

it('a share that only a person can have retried is asked about until that is done, whatever was answered', async () => {
  await run('A');
  const line = { runId: 'A', batch: '0', wallet: 'rHolder' };
  const lines = [{ wallet: 'rHolder', tokens: 1, amount: '7' }];
  const refused = { ...line, propertyId: 1, amount: '7', reason: 'unexplained' } as const;
  await store.append(
    'lines-A-0',
    'any',
    [
      { type: 'PayoutLinesListed', data: { runId: 'A', batch: '0', lines } },
      { type: 'PayoutLineUnclaimed', data: refused },
    ],
    context(),
  );
  unexplained = [line];
  await tenMinutes();
  const status = () => statusOf('A~rHolder', 'payout-refused');
  expect(await status()).toBe('open');
  for (const resolution of answersTo({ kind: 'payout-refused', propertyId: 1, wallet: 'rHolder' })) {
    const data = { caseId: 'payout-refused-A~rHolder', resolution, note: 'x' };
    await store.append('case-payout-refused-A~rHolder', 'any', [{ type: 'CaseResolved', data }], context());
    await job.look();
    expect(await status()).toBe('resolved');
    await tenMinutes();
    expect(await status()).toBe('open');
  }
  const data = { caseId: 'payout-refused-A~rHolder', resolution: 'corrected', note: 'x' };
  await store.append('case-payout-refused-A~rHolder', 'any', [{ type: 'CaseResolved', data }], context());
  const retried = { runId: 'A', batch: '0', wallets: ['rHolder'], reason: 'an admin asks' };
  await store.append('lines-A-0', 'any', [{ type: 'PayoutLinesReopened', data: retried }], context());
  await tenMinutes();
  expect(await status()).toBe('resolved');
});

it('a fee that is owed back has a case, whatever ended the earlier one', async () => {
  const entries = [
    { account: 'fees-received' as const, amount: '-3' },
    { account: 'fee/p1/F' as const, amount: '3' },
  ];
  const posted = { postingId: 'x', kind: 'fee-received', entries, hash: 'F', ledgerIndex: 7, note: null };
  await store.append('fee-books', 'any', [{ type: 'FeesPosted', data: posted }], context());
  const found = { paymentId: 'p1', hash: 'F', ledgerIndex: 7, delivered: '3' };
  await store.append(
    'payment-p1',
    'any',
    [
      startedPayment('p1'),
      { type: 'PaymentCancelled', data: { paymentId: 'p1', by: 'wallet' } },
      { type: 'ExtraFeeFound', data: found },
    ],
    context(),
  );
  await tenMinutes();
  expect(await statusOf('F', 'fee-paid-twice')).toBe('open');
});

it('a deposit belongs to the landlord of its property', async () => {
  await arrived('deposit/9', '7');
  await tenMinutes();
  expect(await statusOf('payoutEscrow~deposit~9', 'books-differ')).toBe('open');
});

it('a fee whose payment ended without it has a case', async () => {
  const entries = [
    { account: 'fees-received' as const, amount: '-3' },
    { account: 'fee/p1/F' as const, amount: '3' },
  ];
  const posted = { postingId: 'x', kind: 'fee-received', entries, hash: 'F', ledgerIndex: 7, note: null };
  await store.append('fee-books', 'any', [{ type: 'FeesPosted', data: posted }], context());
  await store.append('payment-p1', 'any', [startedPayment('p1')], context());
  await tenMinutes();
  expect(await statusOf('feeWallet~fee~p1~F', 'books-differ')).toBe('none');
  await store.append('payment-p1', 'any', [{ type: 'PaymentExpired', data: { paymentId: 'p1' } }], context());
  await tenMinutes();
  expect(await statusOf('feeWallet~fee~p1~F', 'books-differ')).toBe('open');
});

const pendingFee = async (hash: string) => {
  const entries = [
    { account: 'fees-received' as const, amount: '-3' },
    { account: `fee/p1/${hash}` as const, amount: '3' },
  ];
  const data = { postingId: hash, kind: 'fee-received', entries, hash, ledgerIndex: 7, note: null };
  await store.append('fee-books', 'any', [{ type: 'FeesPosted', data }], context());
};

it('a fee that its completed payment does not know has a case', async () => {
  const paid = { paymentId: 'p1', amount: 500_000_000n, platformFee: 12_500_000n };
  const principal = { hash: 'R', tx: { Sequence: 9, LastLedgerSequence: 99 }, ledgerIndex: 6, result: 'tesSUCCESS' };
  const completed: PaymentEvent = { type: 'PaymentCompleted', data: { paymentId: 'p1' } };
  await pendingFee('COPY');
  await store.append(
    'payment-p1',
    'any',
    [startedPayment('p1'), ...landedFacts(paid, 'recipient', 1, principal, '2026-11-22'), completed],
    context(),
  );
  await tenMinutes();
  expect(await statusOf('feeWallet~fee~p1~COPY', 'books-differ')).toBe('open');
});

it('a case about books that agree again is settled, and opens again where they differ again', async () => {
  const subject = 'feeWallet~fee~p1~COPY';
  const state = async () => (await load(store, caseFold(`books-differ-${subject}`))).state;
  await pendingFee('COPY');
  const cancelled: PaymentEvent = { type: 'PaymentCancelled', data: { paymentId: 'p1', by: 'wallet' } };
  await store.append('payment-p1', 'any', [startedPayment('p1'), cancelled], context());
  await arrived('fee-payable', '7');
  feesOwed = '6.5';
  await tenMinutes();
  differing = [`books-differ-${subject}`, 'books-differ-payoutEscrow~fee-payable'];
  await tenMinutes();
  expect(await state()).toMatchObject({ status: 'open' });
  // Reconciliation finds out that it was paid a second time.
  const found = { paymentId: 'p1', hash: 'COPY', ledgerIndex: 7, delivered: '3' };
  await store.append('payment-p1', 'any', [{ type: 'ExtraFeeFound', data: found }], context());
  await job.look();
  expect(await state()).toMatchObject({ status: 'resolved', resolution: 'settled' });
  const payable = () => statusOf('payoutEscrow~fee-payable', 'books-differ');
  expect(await payable()).toBe('open');
  feesOwed = '7';
  await job.look();
  expect(await payable()).toBe('resolved');
  feesOwed = '6.5';
  await tenMinutes();
  expect(await payable()).toBe('open');
});

it('a fee of a payment that the log lost has a case, which ends where the payment is in the log again', async () => {
  await pendingFee('F');
  await tenMinutes();
  expect(await statusOf('F', 'unknown-ledger-payment')).toBe('open');
  await store.appendMany(await explaining({ store }, 'p1', 'F'), context());
  expect(await statusOf('F', 'unknown-ledger-payment')).toBe('resolved');
});

it('fees on their way to the fee wallet are those that runs still have to pay', async () => {
  await arrived('fee-payable', '7');
  feesOwed = '7';
  await tenMinutes();
  expect(await statusOf('payoutEscrow~fee-payable', 'books-differ')).toBe('none');
  feesOwed = '6.5';
  await tenMinutes();
  expect(await statusOf('payoutEscrow~fee-payable', 'books-differ')).toBe('open');
});
