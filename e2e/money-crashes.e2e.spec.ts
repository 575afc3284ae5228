import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { FULL } from '../backend/test/support/how-much.js';
import { ProgramInParts } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';

/** Automatic payments with the backend killed on the way: a month is collected and paid out once. */
const program = new ProgramInParts(SHORT_LIST);
let landlord: Person;
let holders: Person[];
let admin: Person;
/** 1,000 at 6.5 % over 12 months, 86.30 a month: one loan with autopay, one that its landlord pays off. */
let collected: number;
let repaid: number;
const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  landlord = await program.personOf('landlord').signIn('landlord');
  admin = await program.personOf('admin').signIn('investor');
  holders = await Promise.all([0, 1].map((which) => program.personOf('investor', which).signIn('investor')));
  await Promise.all([landlord.verify('landlord'), ...holders.map((holder) => holder.verify('investor'))]);
  [collected, repaid] = [await closed(), await closed()];
  const { paymentId } = await landlord.post('/api/rlusd/deposit', { propertyId: collected, amount: 800 });
  await landlord.seeThrough(paymentId);
  await landlord.post('/api/loan/setup-autopay', { propertyId: collected, autoPayEnabled: true });
});
afterAll(() => program.remove());

async function closed(): Promise<number> {
  const { id } = await landlord.list(TERMS);
  for (const [index, holder] of holders.entries()) await holder.buy(id, 7 - 4 * index);
  await landlord.post(`/api/properties/${id}/close`);
  return id;
}

const facts = async (stream: string, type: string) =>
  (await admin.get(`/api/audit/events?stream=${stream}&limit=1000&type=${type}`)).events as any[];
const ready = () =>
  until(
    () => admin.call('GET', '/api/health/ready').catch(() => ({ status: 0 })),
    ({ status }) => status === 200,
    'the program being ready again',
  );

/** Runs `doing`, during which the backend is killed at the point, and restarts the backend. */
async function dieAt(point: string, doing: () => Promise<unknown>): Promise<void> {
  const death = program.exited('backend');
  await program.crashAt(point);
  await Promise.all([doing().catch(() => null), death]);
  await program.startPart('backend');
  await ready();
}

/** Expects the next month to be collected and paid to each holder once, whatever happened on the way. */
async function expectMonthPaidOnce(nominal: string): Promise<void> {
  const runId = `due-${collected}-${nominal}`;
  const paid = await until(
    () => facts(`lines-${runId}-`, 'PayoutSettled'),
    (lines) => lines.length === 2,
    'both shares',
  );
  // The fee is sent after the shares; until it is final the books are ahead of the ledger.
  await until(
    () => facts(`lines-${runId}-fee`, 'PayoutFeePaid'),
    (fees) => fees.length === 1,
    'the fee',
  );
  expect(paid.map(({ data }) => data.wallet).sort()).toEqual(holders.map(({ address }) => address).sort());
  expect(await facts(`payout-${runId}`, 'PayoutRunCreated')).toHaveLength(1);
  const days = (await facts('calendar-schedule', 'BusinessDayCompleted')).map(({ data }) => data.date);
  expect(days).toEqual([...new Set(days)].sort());
  await expectBooksToEqualLedger(program);
}

describe('kill -9 inside a business day, or inside the run that it begins', () => {
  const MORE = [
    'after-append/BusinessDayBegun',
    'after-append/PayoutRunCreated',
    'after-append/BusinessDayCompleted',
    'before-append/PayoutLinesListed',
    'after-append/PayoutLinesListed',
    'after-append/PayoutWindowSigned',
    'before-append/PayoutSettled',
    'after-append/PayoutSettled',
  ];
  it.each(['after-submit/Payment', ...(FULL ? MORE : [])])('%s', async (point) => {
    const { nextPaymentDue, nominalDueDate } = await landlord.get(`/api/loan/${collected}`);
    await dieAt(point, () => admin.post('/api/admin/business-date', { date: nextPaymentDue }));
    await expectMonthPaidOnce(nominalDueDate);
  });
});

describe('kill -9 while the tokens of a paid-off loan are taken back', () => {
  it('before-append/TokensRedeemed: each holder’s end once', async () => {
    const { quote } = await landlord.get(`/api/loan/${repaid}`);
    await dieAt('before-append/TokensRedeemed', async () => {
      const { paymentId } = await landlord.post('/api/rlusd/payback', {
        propertyId: repaid,
        paybackAmount: quote.amount,
        investorWallet: program.runtime.accounts.payoutEscrow,
      });
      await landlord.seeThrough(paymentId);
    });
    const ended = await until(
      () => facts(`listing-${repaid}`, 'TokensRedeemed'),
      (redeemed) => redeemed.length === 2,
      'the end of the tokens',
    );
    expect(ended.map(({ data }) => data.tokens).sort()).toEqual([3, 7]);
    await expectBooksToEqualLedger(program);
  });
});
