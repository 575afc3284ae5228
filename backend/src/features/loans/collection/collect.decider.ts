/**
 * Collects due installments from the landlord's deposit, each as a whole and once, the oldest first. If the deposit
 * does not cover an installment, nothing is paid and a claim is recorded.
 */
import type { EscrowEvent, LoanEvent, PayoutRunEvent } from '@tknest/contracts/events';
import { feeOf, moveToBusinessDay, toDecimal, type Day, type Micro } from '@tknest/contracts/money';
import { depositOf, dueRunId, fundRun, type EscrowState, type RunState } from '#features/payouts/rules.public.js';
import { unpaidOf, upTo } from '../account/loan.decider.js';
import type { LoanState } from '../account/loan.state.js';
import { collectInstallment } from '../account/repayment.decider.js';
import { collectorOn, type CollectionState } from './collection.decider.js';

export interface CollectionStates {
  loan: LoanState;
  collection: CollectionState;
  escrow: EscrowState;
  run: RunState;
}

export interface Collected {
  loan: LoanEvent[];
  escrow: EscrowEvent[];
  run: PayoutRunEvent[];
}

/** The oldest installment that is to be collected on a day; null if there is none, or collections are waiting. */
export function nextToCollect(today: Day, before: LoanState, collection: CollectionState): Day | null {
  if (!collectorOn(collection, today) || before.status !== 'open' || before.underWay.size > 0) return null;
  const { account } = upTo(today, before).state;
  return account.due.find(({ dueDate }) => moveToBusinessDay(dueDate) <= today)?.dueDate ?? null;
}

/** Collects the installment, or records a claim if there is none yet. Otherwise does nothing. */
export function collect(dueDate: Day, today: Day, recordPosition: string | null, states: CollectionStates): Collected {
  const nothing: Collected = { loan: [], escrow: [], run: [] };
  const { collection, escrow, run } = states;
  if (nextToCollect(today, states.loan, collection) !== dueDate || run.exists) return nothing;
  const { events: before, state: loan } = upTo(today, states.loan);
  const collector = collectorOn(collection, today)!;
  const amount = unpaidOf(loan.account.due.find((one) => one.dueDate === dueDate)!);
  if (exceedsMonth(amount, today, loan, collector.monthlyMax)) return { ...nothing, loan: before };
  const { propertyId } = loan;
  const deposit = depositOf(escrow, propertyId);
  if (deposit < amount) return { ...nothing, loan: [...before, ...claims(deposit, today, loan)] };
  const runId = dueRunId(propertyId, dueDate);
  const order = {
    runId,
    propertyId,
    source: collector.source,
    period: dueDate,
    date: today,
    recordPosition,
    amount,
    fee: feeOf(amount, collector.feeBps),
  };
  const { events } = collectInstallment({ repaymentId: runId, source: collector.source, dueDate, today }, loan);
  return { loan: [...before, ...events], ...fundRun(order, `deposit/${propertyId}`, { run, escrow }) };
}

/**
 * The first collection of a month always fits, because the monthly maximum is at least one installment. Further ones
 * may have to wait.
 */
function exceedsMonth(amount: Micro, today: Day, loan: LoanState, most: Micro | null): boolean {
  const collected = loan.collected.month === today.slice(0, 7) ? loan.collected.amount : 0n;
  return most !== null && collected > 0n && collected + amount > most;
}

/** Claims for all due installments that the deposit does not cover, each recorded once. */
const claims = (deposit: Micro, today: Day, loan: LoanState): LoanEvent[] =>
  uncovered(loan, deposit, ({ dueDate }) => moveToBusinessDay(dueDate) <= today)
    .filter(({ dueDate, missing }) => missing > 0n && !loan.claimed.includes(dueDate))
    .map(({ dueDate, amount, missing }) => ({
      type: 'CollectionClaimed',
      data: {
        propertyId: loan.propertyId,
        dueDate,
        amount: toDecimal(amount),
        missing: toDecimal(missing),
        date: today,
      },
    }));

export interface Claim {
  dueDate: Day;
  amount: Micro;
  missing: Micro;
}

function uncovered(loan: LoanState, deposit: Micro, which: (installment: { dueDate: Day }) => boolean): Claim[] {
  let left = deposit;
  return loan.account.due.filter(which).map((one) => {
    const amount = unpaidOf(one);
    const missing = amount > left ? amount - left : 0n;
    left -= amount - missing;
    return { dueDate: one.dueDate, amount, missing };
  });
}

/**
 * The amount by which the deposit is too small for collections now; computed again after every allocation and deposit,
 * and empty at zero.
 */
export const claimsOf = (loan: LoanState, deposit: Micro): Claim[] =>
  uncovered(loan, deposit, ({ dueDate }) => loan.claimed.includes(dueDate)).filter(({ missing }) => missing > 0n);
