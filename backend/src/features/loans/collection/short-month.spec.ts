import { expect, it } from '@jest/globals';
import { addBusinessDays, addDays, moveToBusinessDay, parseRlusd, type Day, type Micro } from '@tknest/contracts/money';
import { bookArrival, emptyEscrow, noRun, type EscrowState } from '#features/payouts/rules.public.js';
import { evolveEscrow } from '#features/payouts/escrow/escrow.decider.js';
import { dueRunId } from '#features/payouts/runs/run.decider.js';
import { noCase } from '#features/operations-cases/case.decider.js';
import { evolved, openLoan, upTo } from '../account/loan.decider.js';
import { evolveLoan, noLoan, type Loan } from '../account/loan.state.js';
import { notCollected, type CollectionState } from './collection.decider.js';
import { collect, nextToCollect } from './collect.decider.js';

const MONTHS = 60;
/** How many months after the short one are looked at. */
const AFTERWARDS = 3;

const opened = (dueDay: number): Loan => {
  const property = { propertyId: 1, name: 'Sample Court', owner: 'rOwner', sold: 100, tokenPrice: parseRlusd('100') };
  const terms = { ...property, annualRate: '6.5', termMonths: MONTHS };
  const [event] = openLoan(terms, { automation: { payoutDay: dueDay } }, '2027-01-01', noLoan);
  return evolveLoan(noLoan, event!) as Loan;
};

const automated = (monthlyRentAmount: Micro): CollectionState => ({
  ...notCollected,
  automation: { monthlyRentAmount, payoutDay: 1, feeBps: 500, feeFrom: '2027-01-01', feeBpsBefore: 500 },
});

const deposited = (amount: string): EscrowState => {
  const arrival = { hash: 'IN', ledgerIndex: 1, delivered: amount, note: 'x' };
  const shares = [{ account: 'deposit/1' as const, amount: parseRlusd(amount) }];
  return evolveEscrow(emptyEscrow, bookArrival(arrival, shares, emptyEscrow));
};
const THIRTY_INSTALLMENTS = deposited('6000');

/** Everything that a day collects from a deposit that is large enough. */
function collectedOn(day: Day, loan: Loan, collection: CollectionState): Loan {
  let now = upTo(day, loan).state;
  for (let before = ''; ;) {
    const { dueDate } = nextToCollect(day, now, collection)?.installment ?? {};
    if (!dueDate || dueDate === before) return now;
    before = dueDate;
    now = evolved(
      now,
      collect(dueRunId(1, dueDate), day, null, {
        loan: now,
        collection,
        escrow: THIRTY_INSTALLMENTS,
        run: noRun,
        off: noCase,
      }).loan,
    );
  }
}

/** Each due day and month, without the cost of an assertion of each. */
function mustBePaid(loan: Loan, ...where: unknown[]): void {
  if (loan.account.due.length > 0) expect([...where, loan.account.due]).toEqual([...where, []]);
}

it('one short month leaves nothing behind: no due day, no month, and no rent amount that equals the installment', () => {
  for (let dueDay = 1; dueDay <= 28; dueDay++) {
    let loan = opened(dueDay);
    const collection = automated(loan.account.level);
    for (let month = 1; month < MONTHS - AFTERWARDS; month++) {
      const collectOn = moveToBusinessDay(loan.account.nextDue);
      // The deposit is empty on the due day, and filled before and after the grace period has ended.
      for (const filledOn of [addDays(collectOn, 1), addBusinessDays(collectOn, 7)]) {
        let short = collectedOn(filledOn, loan, collection);
        mustBePaid(short, dueDay, month);
        for (let later = 0; later < AFTERWARDS; later++) {
          const day = moveToBusinessDay(short.account.nextDue);
          short = collectedOn(day, short, collection);
          mustBePaid(short, dueDay, month, day);
        }
      }
      loan = collectedOn(collectOn, loan, collection);
      mustBePaid(loan, dueDay, month);
    }
    expect(loan.account.nextNumber).toBe(MONTHS - AFTERWARDS);
  }
});
