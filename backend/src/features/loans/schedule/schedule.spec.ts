import { expect, it } from '@jest/globals';
import type { Day } from '@tknest/contracts/money';
import { submitted } from '../../../simulation/payouts/repayments.js';
import { openedPayment } from '#test/support/started-payment.js';
import { autopay, RestoredLoan } from '#test/support/restored-loan.js';
import { abandonRepayment, beginRepayment } from '../account/repayment.decider.js';
import { loanStream } from '../account/loan.state.js';
import { Schedule } from './schedule.js';

const CASE = 'loan-day-waits-p';
const RUN = 'due-1-2027-02-15';
const TODAY: Day = '2027-03-01';
const HOUR = 3_600_000;

/** The schedule of a log with one loan. Each call is a look of its job. */
function looking({ few }: RestoredLoan, now: () => number): () => Promise<void> {
  const { store } = few;
  const rows = { find: async () => [{ propertyId: 1 }], findBy: async () => [], createQueryBuilder: () => missing };
  const missing = { leftJoin: () => missing, where: () => missing, getMany: async () => [] };
  const isOpen = async () => ((await few.caseOf(CASE)) === 'open' ? [{ subject: 'p' }] : []);
  let look: () => Promise<void>;
  const parts = [
    store,
    { getRepository: () => rows, query: isOpen },
    { now: () => new Date(now()), sleep: async () => undefined },
    { sandbox: false, listingOpenDays: 90 },
    { goal: async () => TODAY },
    { waitFor: async () => true },
    { execute: async () => undefined },
    { every: (_: number, __: string, run: () => Promise<void>) => (look = run) },
    { now: () => true },
    { look: async () => undefined },
    { hasReached: async () => true },
    {},
  ] as unknown as ConstructorParameters<typeof Schedule>;
  new Schedule(...parts).onApplicationBootstrap();
  return () => look();
}

it.each([
  ['closes its case, whatever else the day waits for now', false],
  ['closes its case after a restart too', true],
])('a payment for which a day has waited for long, and waits no more, %s', async (_, restarts) => {
  const whole = await RestoredLoan.opened();
  await whole.collecting(autopay());
  await whole.to('2027-02-16');
  await whole.pays(RUN);
  const log = await RestoredLoan.opened();
  const { few } = log;
  let now = 0;
  const order = { paymentId: 'p', amount: 100_000_000n, to: 'escrow', today: '2027-02-10' } as const;
  const begun = beginRepayment({ ...order, earlyPrincipal: 'term', allEarly: false }, await log.loan());
  await few.append(loanStream(1), ...begun);
  const payment = openedPayment('p', { kind: 'principal_payback', payer: 'rOwner' });
  await few.append('payment-p', ...submitted(payment, '2027-02-10'));
  const look = looking(log, () => now);
  await look();
  now += 3 * HOUR;
  await look();
  expect(await few.caseOf(CASE)).toBe('open');
  // Both at once: the repayment comes to nothing, and what the ledger shows does not fit.
  await few.append(loanStream(1), ...abandonRepayment({ paymentId: 'p', reason: 'expired' }, await log.loan()));
  await log.adopts(whole.few.payments, '4.9');
  await (restarts ? looking(log, () => now) : look)();
  expect(await few.caseOf(CASE)).toBe('resolved');
});
