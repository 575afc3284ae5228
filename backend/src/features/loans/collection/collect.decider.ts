/**
 * Collects due installments from the landlord's deposit, each as a whole and once, the oldest first. If the deposit
 * does not cover an installment, nothing is paid and a claim is recorded. Each installment counts toward the month that
 * it is due in, whenever it is collected: after a short month, a catch-up takes several at once.
 */
import type { EscrowEvent, LoanEvent, PayoutRunEvent } from '@tknest/contracts/events';
import {
  feeOf,
  moveToBusinessDay,
  toDecimal,
  type Day,
  type DueInstallment,
  type Micro,
} from '@tknest/contracts/money';
import { depositOf, dueRunId, fundRun, type EscrowState, type RunState } from '#features/payouts/rules.public.js';
import { unpaidOf, upTo } from '../account/loan.decider.js';
import type { Loan, LoanState } from '../account/loan.state.js';
import { collectInstallment } from '../account/repayment.decider.js';
import { collectorOn, lostCollector, type Collecting, type Collector } from './collection.decider.js';

export interface CollectionStates {
  loan: LoanState;
  collection: Collecting;
  escrow: EscrowState;
  run: RunState;
}

export interface Collected {
  loan: LoanEvent[];
  escrow: EscrowEvent[];
  run: PayoutRunEvent[];
}

/** The oldest installment that is to be collected on a day, by whom, and the loan on that day. */
interface Collectible {
  installment: DueInstallment;
  collector: Collector;
  /** The ledger shows that it was collected. */
  isLost: boolean;
  before: LoanEvent[];
  loan: Loan;
}

function collectibleOn(today: Day, recorded: LoanState, collection: Collecting): Collectible | null {
  const { lost = [] } = collection;
  const settings = collectorOn(collection, today);
  if ((!settings && lost.length === 0) || recorded.status !== 'open') return null;
  const { events: before, state: loan } = upTo(today, recorded);
  const installment = loan.account.due.find(({ dueDate }) => moveToBusinessDay(dueDate) <= today);
  if (!installment) return null;
  const found = lost.find(({ dueDate }) => dueDate === installment.dueDate);
  // What was collected already waits for no repayment that is under way.
  const regular = recorded.underWay.size > 0 ? null : settings;
  const collector = found ? lostCollector(found, unpaidOf(installment), settings) : regular;
  return collector && { installment, collector, isLost: found !== undefined, before, loan };
}

/** The oldest installment that is to be collected on a day; null if there is none, or collections are waiting. */
export const nextToCollect = (today: Day, loan: LoanState, collection: Collecting): Day | null =>
  collectibleOn(today, loan, collection)?.installment.dueDate ?? null;

/** Collects the installment, or records a claim if there is none yet. Otherwise does nothing. */
export function collect(dueDate: Day, today: Day, recordPosition: string | null, states: CollectionStates): Collected {
  const nothing: Collected = { loan: [], escrow: [], run: [] };
  const { collection, escrow, run } = states;
  const next = collectibleOn(today, states.loan, collection);
  if (next?.installment.dueDate !== dueDate || run.exists) return nothing;
  const { installment, collector, isLost, before, loan } = next;
  const amount = unpaidOf(installment);
  const { propertyId } = loan;
  const deposit = depositOf(escrow, propertyId);
  if (deposit < amount && isLost) return nothing;
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
  const { events } = collectInstallment({ repaymentId: runId, source: collector.source, installment, today }, loan);
  return { loan: [...before, ...events], ...fundRun(order, `deposit/${propertyId}`, { run, escrow }) };
}

/** Claims for all due installments that the deposit does not cover, each recorded once. */
const claims = (deposit: Micro, today: Day, loan: Loan): LoanEvent[] =>
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

function uncovered(loan: Loan, deposit: Micro, which: (installment: { dueDate: Day }) => boolean): Claim[] {
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
export const claimsOf = (loan: Loan, deposit: Micro): Claim[] =>
  uncovered(loan, deposit, ({ dueDate }) => loan.claimed.includes(dueDate)).filter(({ missing }) => missing > 0n);
