/**
 * Collects due installments from the landlord's deposit, each as a whole and once, the oldest first. If the deposit
 * does not cover an installment, nothing is paid and a claim is recorded. Each installment counts toward the month that
 * it is due in, whenever it is collected: after a short month, a catch-up takes several at once.
 */
import type { CaseEvent, EscrowEvent, LoanEvent, PayoutRunEvent } from '@tknest/contracts/events';
import {
  addDays,
  feeOf,
  moveToBusinessDay,
  toDecimal,
  type Day,
  type DueInstallment,
  type Micro,
} from '@tknest/contracts/money';
import {
  depositOf,
  collectionIn,
  fundRun,
  type EscrowState,
  type LostCollection,
  type RunState,
} from '#features/payouts/rules.public.js';
import { openCase, type CaseState } from '#features/operations-cases/rules.public.js';
import { unpaidOf, upTo } from '../account/loan.decider.js';
import type { Loan, LoanState } from '../account/loan.state.js';
import { collectInstallment } from '../account/repayment.decider.js';
import { collectorOn, lostCollector, type Collecting, type Collector, type OrderedLost } from './collection.decider.js';

export interface CollectionStates {
  loan: LoanState;
  collection: Collecting;
  escrow: EscrowState;
  run: RunState;
  /** The case of `collectingOff`. */
  off: CaseState;
}

export interface Collected {
  loan: LoanEvent[];
  escrow: EscrowEvent[];
  run: PayoutRunEvent[];
  off: CaseEvent[];
}

/** An installment that is to be collected on a day, by whom, and the loan on that day. */
interface Collectible {
  installment: DueInstallment;
  collector: Collector;
  /** The run in which the ledger shows that it was collected. */
  lostRun: string | null;
  before: LoanEvent[];
  loan: Loan;
}

const isCollectedFrom =
  (today: Day) =>
  ({ dueDate }: DueInstallment) =>
    moveToBusinessDay(dueDate) <= today;

/** The log lost that the due day was moved: nothing falls due on that day of the month. */
const isOfAnotherDueDay = ({ dueDate }: LostCollection, { dueDay }: Loan) => Number(dueDate.slice(8)) !== dueDay;

/** What a lost collection took. With another due day, two people must say that it took the oldest installment. */
function installmentOf(lost: LostCollection, loan: Loan): DueInstallment | undefined {
  const { due } = loan.account;
  return lost.isConfirmed && isOfAnotherDueDay(lost, loan)
    ? due[0]
    : due.find(({ dueDate }) => dueDate === lost.dueDate);
}

/** Whether nobody has said what it was, or what it took is still to be paid: a repayment would pay that again. */
export const isPending = (lost: LostCollection, loan: LoanState): boolean =>
  !lost.isConfirmed || (loan.status !== 'none' && installmentOf(lost, loan) !== undefined);

/** Whether a loan's day waits until this is collected, or two people say that it was something else. */
export function holdsUp(lost: OrderedLost, day: Day, loan: LoanState): boolean {
  if (loan.status === 'none' || !lost.isReady) return !lost.isReady;
  if (!lost.isConfirmed && isOfAnotherDueDay(lost, loan)) return true;
  const isPast = moveToBusinessDay(lost.dueDate) < day;
  if (!isPast || !lost.isNext || !lost.isConfirmed) return isPast;
  // Its money has yet to be found.
  const installment = installmentOf(lost, loan);
  return installment !== undefined && isCollectedFrom(addDays(day, -1))(installment);
}

/** The next installment to collect on a day; null if there is none, or collections are waiting. */
export function nextToCollect(today: Day, recorded: LoanState, collection: Collecting): Collectible | null {
  const { lost = [], onlyLost = false } = collection;
  const settings = collectorOn(collection, today);
  if ((!settings && lost.length === 0) || recorded.status !== 'open') return null;
  const { events: before, state: loan } = upTo(today, recorded);
  const isDue = isCollectedFrom(today);
  // What was collected already waits for no older installment, and for no repayment that is under way.
  for (const one of lost) {
    const installment = installmentOf(one, loan);
    const collector = installment && isDue(installment) && lostCollector(one, unpaidOf(installment), settings);
    if (collector) return { installment, collector, lostRun: one.runId, before, loan };
  }
  const installment = loan.account.due.find(isDue);
  const mayBeLost = lost.some((one) => installmentOf(one, loan) === installment || isOfAnotherDueDay(one, loan));
  if (onlyLost || !installment || !settings || recorded.underWay.size > 0 || mayBeLost) return null;
  return { installment, collector: settings, lostRun: null, before, loan };
}

/** Collects the installment in a run, or records a claim if there is none yet. Otherwise does nothing. */
export function collect(runId: string, today: Day, recordPosition: string | null, states: CollectionStates): Collected {
  const nothing: Collected = { loan: [], escrow: [], run: [], off: [] };
  const { collection, escrow, run } = states;
  const next = nextToCollect(today, states.loan, collection);
  const isAsked = next?.lostRun ? next.lostRun === runId : next?.installment.dueDate === collectionIn(runId)?.dueDate;
  if (!next || !isAsked || run.exists) return nothing;
  const { installment, collector, lostRun, before, loan } = next;
  const amount = unpaidOf(installment);
  const { propertyId } = loan;
  const deposit = depositOf(escrow, propertyId);
  if (deposit < amount && lostRun !== null) return nothing;
  if (deposit < amount) return { ...nothing, loan: [...before, ...claims(deposit, today, loan)] };
  const order = {
    runId,
    propertyId,
    source: collector.source,
    period: installment.dueDate,
    date: today,
    recordPosition,
    amount,
    fee: feeOf(amount, collector.feeBps),
  };
  const { events } = collectInstallment({ repaymentId: runId, source: collector.source, installment, today }, loan);
  const told = {
    ...collectingOff(propertyId),
    propertyId,
    summary: `The ledger shows that ${collector.source} collected an installment. The restored log says that it is off.`,
    details: { source: collector.source },
  };
  const off = lostRun !== null && !collectorOn(collection, today) ? openCase(told, states.off) : [];
  return { loan: [...before, ...events], off, ...fundRun(order, `deposit/${propertyId}`, { run, escrow }) };
}

/** The case about a restored log that lost who collects: only the ledger tells. */
export const collectingOff = (propertyId: number) => ({ kind: 'collecting-off', subject: String(propertyId) }) as const;

/** Claims for all due installments that the deposit does not cover, each recorded once. */
const claims = (deposit: Micro, today: Day, loan: Loan): LoanEvent[] =>
  uncovered(loan, deposit, isCollectedFrom(today))
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

function uncovered(loan: Loan, deposit: Micro, which: (installment: DueInstallment) => boolean): Claim[] {
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
