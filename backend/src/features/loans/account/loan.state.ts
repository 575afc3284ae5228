/** The folded state of a loan: its account, the repayments in progress, and what has been paid. */
import type { LoanCorrected, LoanEvent, LoanOpened, Prevention, QuoteData } from '@tknest/contracts/events';
import {
  firstDueDate,
  isOpen,
  openAccount,
  parseRlusd,
  percent,
  withFallen,
  withParts,
  type Allocation,
  type AllocationPart,
  type Day,
  type LoanAccount,
  type Micro,
} from '@tknest/contracts/money';
import type { Folded } from '#platform/event-store/folding.js';

/** An installment that has fallen due. */
export interface FallenInstallment {
  number: number;
  dueDate: Day;
  interest: Micro;
  principal: Micro;
  /** Principal of earlier installments that was unpaid, as far as known. */
  overdue: Micro;
  balance: Micro;
}

export interface Repaid {
  repaymentId: string;
  source: string;
  date: Day;
  amount: Micro;
  interest: Micro;
  principal: Micro;
  hash: string | null;
}

export interface OpenRepayment {
  amount: Micro;
  to: 'escrow' | 'holder';
  earlyPrincipal: 'term' | 'instalment';
  allEarly: boolean;
  quote: QuoteData | null;
  begunOn: Day;
}

/** Days on which RLUSD's issuer prevented the landlord from repaying. */
export interface PreventedDays {
  by: Prevention;
  from: Day;
  /** The last one; null while it goes on. */
  until: Day | null;
}

/** What every loan has that was opened. */
interface Opened {
  propertyId: number;
  propertyName: string;
  owner: string;
  principal: Micro;
  tokens: number;
  annualRate: string;
  termMonths: number;
  openedOn: Day;
  dueDay: number;
  account: LoanAccount;
  /** Repayments in progress by payment; collections wait for them. */
  underWay: ReadonlyMap<string, OpenRepayment>;
  fallen: readonly FallenInstallment[];
  /** Due dates on which the deposit did not cover the installment. */
  claimed: readonly Day[];
  /** Oldest first; only the last one may go on. */
  prevented: readonly PreventedDays[];
  totalPaid: Micro;
  /** The latest repayments, newest first. */
  history: readonly Repaid[];
  redemption: { date: Day; redeemableFrom: Day } | null;
}

export type Loan = Opened & ({ status: 'open'; paidOffOn: null } | { status: 'paid_off'; paidOffOn: Day });

/** What the stream of a loan folds to; `none`: its sale has not ended, or sold nothing. */
export type LoanState = { status: 'none' } | Loan;
export const noLoan: LoanState = { status: 'none' };

const HISTORY = 12;

export const partsOf = (data: Extract<LoanEvent, { type: 'RepaymentAllocated' }>['data']): Allocation['parts'] =>
  data.parts.map((part): AllocationPart => ({ ...part, amount: parseRlusd(part.amount) }));

export function evolveLoan(state: Loan, event: LoanEvent): Loan;
export function evolveLoan(state: LoanState, event: LoanEvent): LoanState;
export function evolveLoan(state: LoanState, event: LoanEvent): LoanState {
  if (event.type === 'LoanOpened') return opened(event.data);
  return state.status === 'none' ? state : evolveOpened(state, event);
}

function opened(data: LoanOpened['data']): Loan {
  const { propertyId, propertyName, owner, tokens, annualRate, termMonths, openedOn, dueDay } = data;
  const principal = parseRlusd(data.principal);
  const firstDue = data.firstDueDate;
  const terms = { principal, annual: percent(annualRate), months: termMonths, openedOn, firstDue };
  return {
    status: 'open',
    propertyId,
    propertyName,
    owner,
    principal,
    tokens,
    annualRate,
    termMonths,
    openedOn,
    dueDay,
    account: { ...openAccount(terms), level: parseRlusd(data.monthlyPayment) },
    underWay: new Map(),
    fallen: [],
    claimed: [],
    prevented: [],
    totalPaid: 0n,
    history: [],
    redemption: null,
    paidOffOn: null,
  };
}

function evolveOpened(state: Loan, event: Exclude<LoanEvent, LoanOpened>): Loan {
  switch (event.type) {
    case 'DueDayMoved': {
      const { dueDay, firstDueDate: nextDue } = event.data;
      // A web process may write this event: a loan never falls due before, or after, its first month.
      const isFirst = state.fallen.length === 0 && state.account.nextNumber === 1;
      if (!isFirst || nextDue !== firstDueDate(dueDay, state.openedOn)) return state;
      return { ...state, dueDay, account: { ...state.account, nextDue } };
    }
    case 'InstalmentFellDue': {
      const { number, dueDate } = event.data;
      const [interest, principal] = [parseRlusd(event.data.interest), parseRlusd(event.data.principal)];
      const overdue = parseRlusd(event.data.overdue);
      const row = { number, dueDate, interest, principal, overdue, balance: parseRlusd(event.data.balance) };
      const fallen = {
        number,
        dueDate,
        interest,
        principal,
        interestPaid: parseRlusd(event.data.interestPaid),
        principalPaid: parseRlusd(event.data.principalPaid),
        inArrears: false,
      };
      return { ...state, account: withFallen(state.account, fallen), fallen: [...state.fallen, row] };
    }
    case 'RepaymentBegun': {
      const { paymentId, to, earlyPrincipal, allEarly, quote, date: begunOn } = event.data;
      // Its terms never change, whatever a forged second event says.
      if (state.underWay.has(paymentId)) return state;
      const begun = { amount: parseRlusd(event.data.amount), to, earlyPrincipal, allEarly, quote, begunOn };
      return { ...state, underWay: new Map(state.underWay).set(paymentId, begun) };
    }
    case 'RepaymentAbandoned':
    case 'RepaymentDeposited':
      return { ...state, underWay: without(state.underWay, event.data.paymentId) };
    case 'RepaymentReceived': {
      const { repaymentId, source, date, hash } = event.data;
      const amount = parseRlusd(event.data.amount);
      const repaid = { repaymentId, source, date, amount, interest: 0n, principal: 0n, hash };
      return {
        ...state,
        underWay: without(state.underWay, repaymentId),
        history: [repaid, ...state.history].slice(0, HISTORY),
      };
    }
    case 'RepaymentAllocated':
      return allocated(state, event.data);
    case 'LoanInArrears': {
      const due = state.account.due.map((one) =>
        one.dueDate === event.data.dueDate ? { ...one, inArrears: true } : one,
      );
      return { ...state, account: { ...state.account, due } };
    }
    case 'LoanArrearsWithdrawn': {
      const due = state.account.due.map((one) =>
        one.dueDate === event.data.dueDate ? { ...one, inArrears: false } : one,
      );
      return { ...state, account: { ...state.account, due } };
    }
    case 'LoanCorrected':
      return corrected(state, event.data);
    case 'RepaymentsPrevented': {
      const { by, date } = event.data;
      return { ...state, prevented: [...state.prevented, { by, from: date, until: null }] };
    }
    case 'RepaymentsPossible': {
      const prevented = state.prevented.map((one) => ({ ...one, until: one.until ?? event.data.date }));
      return { ...state, prevented };
    }
    case 'CollectionClaimed':
      return { ...state, claimed: [...state.claimed, event.data.dueDate] };
    case 'LoanPaidOff':
      return { ...state, status: 'paid_off', paidOffOn: event.data.date };
    case 'RedemptionNoticed': {
      const { date, redeemableFrom } = event.data;
      return { ...state, redemption: { date, redeemableFrom } };
    }
  }
}

function allocated(state: Loan, data: Extract<LoanEvent, { type: 'RepaymentAllocated' }>['data']): Loan {
  const [interest, principal] = [parseRlusd(data.interest), parseRlusd(data.principal)];
  const account = withParts(state.account, partsOf(data));
  const due = new Set(account.due.map(({ dueDate }) => dueDate));
  return {
    ...state,
    account: { ...account, level: parseRlusd(data.monthlyPayment), left: data.instalmentsLeft },
    claimed: state.claimed.filter((dueDate) => due.has(dueDate)),
    totalPaid: state.totalPaid + interest + principal,
    history: state.history.map((one) => (one.repaymentId === data.repaymentId ? { ...one, interest, principal } : one)),
  };
}

function corrected(state: Loan, { installments, prepaid }: LoanCorrected['data']): Loan {
  const by = new Map(installments.map((one) => [one.dueDate, one]));
  const less = <One extends { dueDate: Day; interest: Micro }>(one: One): One => {
    const correction = by.get(one.dueDate);
    return correction ? { ...one, interest: one.interest - parseRlusd(correction.interest) } : one;
  };
  const { account } = state;
  const rows = state.fallen.map(less).map((row) => {
    const correction = by.get(row.dueDate);
    return correction ? { ...row, overdue: parseRlusd(correction.overdue) } : row;
  });
  const interest = account.prepaid.interest + parseRlusd(prepaid);
  const due = account.due.map(less).filter(isOpen);
  return { ...state, fallen: rows, account: { ...account, prepaid: { ...account.prepaid, interest }, due } };
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

export const loanStream = (propertyId: number) => `loan-${propertyId}`;
/** The stream and its fold. */
export const loanFold = (propertyId: number): Folded<LoanState, LoanEvent> => ({
  stream: loanStream(propertyId),
  initialState: noLoan,
  evolve: evolveLoan,
});

/** The wallet to which a repayment was ordered; null if none was ordered. */
export type RepaymentTarget = 'escrow' | 'holder' | null;

/**
 * The order of one repayment, however long ago it ended, because its payment may reach the ledger late or twice. The
 * loan's state does not keep ended orders, so that abandoned ones never slow it down.
 */
export const repaymentOrder = (propertyId: number, paymentId: string): Folded<RepaymentTarget, LoanEvent> => ({
  stream: loanStream(propertyId),
  initialState: null,
  evolve: (target, { type, data }) =>
    target ?? (type === 'RepaymentBegun' && data.paymentId === paymentId ? data.to : null),
});
