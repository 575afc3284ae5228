import { expect, it } from '@jest/globals';
import type { LoanEvent } from '@tknest/contracts/events';
import { exactOf, type Day, type Micro } from '@tknest/contracts/money';
import { collect } from '#test/event-store/adapter.js';
import { addressOf, FewLines } from '#test/support/few-lines.js';
import { comparedTo, loanDays } from '#test/support/loan-days.js';
import { loanOpened } from '#test/support/opened-loan.js';
import { load } from '#platform/event-store/folding.js';
import { listingStream } from '#features/listings/rules.public.js';
import { post } from '#features/payouts/escrow/escrow.decider.js';
import { depositOf, escrowFold } from '#features/payouts/rules.public.js';
import { loanStream } from '../account/loan.state.js';
import { workDays } from '../schedule/work-days.js';

const HOLDERS = [addressOf(11), addressOf(12), addressOf(13)].sort();
const AUTOPAY = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-01-15' } } as const;

/** A loan whose deposit is empty until it catches up; in arrears since Feb 23. */
async function inArrears() {
  const few = await new FewLines(HOLDERS).open();
  const waiting: string[] = [];
  const ports = loanDays(few.store, (_, what) => void waiting.push(what));
  const to = (day: Day) => workDays(ports, day);
  const deposits = async (micro: Micro) => {
    const amount = exactOf(micro);
    const entries = [
      { account: 'float', amount: -amount },
      { account: 'deposit/1', amount },
    ] as const;
    const books = (await load(few.store, escrowFold)).state;
    await few.append('escrow-books', post({ postingId: `d${micro}`, kind: 'arrival', entries: [...entries] }, books));
  };
  const events = async () => (await collect(few.store.read(loanStream(1)))) as unknown as LoanEvent[];
  const received = async () =>
    (await events()).flatMap((one) => (one.type === 'RepaymentReceived' ? [one.data.amount] : []));

  await few.append(loanStream(1), ...loanOpened);
  for (const wallet of HOLDERS)
    await few.append(listingStream(1), { type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } });
  await few.append('collection-1', AUTOPAY as never);
  await few.append(...comparedTo(90));
  await deposits(-depositOf((await load(few.store, escrowFold)).state, 1));
  await to('2027-02-24');
  return { few, waiting, to, deposits, received };
}

it('a catch-up of two months, which a restored log lost, is known again by its amounts', async () => {
  const before = await inArrears();
  await before.to('2027-03-16');
  await before.deposits(3_000_000_000n);
  await before.to('2027-03-22');
  for (const day of ['02-15', '03-15']) await before.few.go(`due-1-2027-${day}`, 6);
  const expected = await before.received();
  expect([expected.length, before.few.payments.length]).toEqual([2, 8]);

  // The backup is from Feb 24; the follower has found the deposit, and the gate has adopted the payments.
  const log = await inArrears();
  await log.deposits(3_000_000_000n);
  for (const payment of before.few.payments) await log.few.adopts(payment);
  await log.to('2027-03-22');
  expect(log.waiting).toEqual([]);
  expect(await log.received()).toEqual(expected);
});
