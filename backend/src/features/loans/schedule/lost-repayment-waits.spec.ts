import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LoanEvent } from '@tknest/contracts/events';
import { exactOf, type Day } from '@tknest/contracts/money';
import { collect } from '#test/event-store/adapter.js';
import { addressOf, FewLines } from '#test/support/few-lines.js';
import { collectsAt, comparedTo, loanDays } from '#test/support/loan-days.js';
import { loanOpened } from '#test/support/opened-loan.js';
import { load } from '#platform/event-store/folding.js';
import { listingStream } from '#features/listings/rules.public.js';
import { caseIdOf, caseStream } from '#features/operations-cases/rules.public.js';
import { bookByMark, escrowFold, post } from '#features/payouts/escrow/escrow.decider.js';
import { depositOf } from '#features/payouts/rules.public.js';
import { loanFold, loanStream, type Loan } from '../account/loan.state.js';
import { receiveRepayment } from '../account/repayment.decider.js';
import { workDays } from './work-days.js';

const [PAID, ARREARS]: [Day, Day] = ['2027-02-17', '2027-02-23'];
const HOLDERS = [addressOf(11), addressOf(12), addressOf(13)].sort();

/**
 * The landlord repaid the whole installment by hand within the days of grace, and a restored log lost that. The
 * follower has found the money; reconciliation, every fifteen seconds and only while the gates are open, has yet to
 * find its payment. The schedule runs every second once they are open.
 */
describe('a lost repayment that is in suspense, before its payment is found', () => {
  let few: FewLines;
  const to = (day: Day) => workDays(loanDays(few.store), day);
  const books = async () => (await load(few.store, escrowFold)).state;
  const events = async () => (await collect(few.store.read(loanStream(1)))) as unknown as LoanEvent[];

  beforeEach(async () => {
    few = await new FewLines(HOLDERS).open();
    await few.append(loanStream(1), ...loanOpened);
    for (const wallet of HOLDERS)
      await few.append(listingStream(1), { type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } });
    // The backup is from the 16th.
    await to('2027-02-16');
    const arrival = { hash: 'P', ledgerIndex: 80, delivered: '862.96', note: 'a repayment' };
    await few.append('escrow-books', bookByMark(arrival, 'suspense/P', true, await books()));
    const caseId = caseIdOf({ kind: 'escrow-suspense', subject: 'P' });
    const about = { caseId, kind: 'escrow-suspense', summary: 'x', paymentId: 'p', propertyId: 1, txHash: 'P' };
    const data = { ...about, wallet: 'rOwner', details: { ledgerIndex: 80 } };
    await few.append(caseStream(caseId), { type: 'CaseOpened', data });
    await few.append(...comparedTo(50));
  });

  it('tells nobody that its landlord is in arrears', async () => {
    await to(ARREARS);
    expect((await events()).map(({ type }) => type)).not.toContain('LoanInArrears');
  });

  it('is not paid a second time from a deposit that arrived later, for the next month', async () => {
    const autopay = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-02-16' } } as const;
    await few.append('collection-1', autopay as never);
    // After the repayment, the landlord deposits 1,000 RLUSD; it is all that the deposit holds.
    const amount = exactOf(depositOf(await books(), 1) - 1_000_000_000n);
    const entries = [
      { account: 'deposit/1', amount: -amount },
      { account: 'float', amount },
    ] as const;
    const deposited = { postingId: 'moved', kind: 'arrival', entries: [...entries] } as const;
    await to(PAID);
    await few.append('escrow-books', post(deposited as never, await books()));
    const grown = { type: 'EscrowPosted', data: { entries: [{ account: 'deposit/1', amount: '1000.00' }] } };
    await expect(collectsAt(grown as never, PAID, few.store)).rejects.toThrow('not known yet');
    await to(ARREARS);
    const received = { repaymentId: 'p', source: 'payback', amount: 862_960_000n, today: PAID } as const;
    const loan = (await load(few.store, loanFold(1))).state as Loan;
    await few.append(loanStream(1), ...receiveRepayment({ ...received, hash: 'P', ledgerIndex: 80 }, loan).events);
    await to('2027-02-24');
    const sources = (await events()).flatMap((one) => (one.type === 'RepaymentReceived' ? [one.data.source] : []));
    expect([sources, depositOf(await books(), 1)]).toEqual([['payback'], 1_000_000_000n]);
  });
});
