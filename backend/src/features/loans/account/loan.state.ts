/** The folded state of a loan: its account, the repayments in progress, and what has been paid. */
import type { LoanEvent, QuoteData } from '@tknest/contracts/events';
import {
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
}

export interface LoanState {
  status: 'none' | 'open' | 'paid_off';
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
  totalPaid: Micro;
  /** The latest repayments, newest first. */
  history: readonly Repaid[];
  /** The amount collected in the month of the last collection. */
  collected: { month: string; amount: Micro };
  redemption: { date: Day; redeemableFrom: Day } | null;
  paidOffOn: Day | null;
}

const HISTORY = 12;

export const noLoan: LoanState = {
  status: 'none',
  propertyId: 0,
  propertyName: '',
  owner: '',
  principal: 0n,
  tokens: 0,
  annualRate: '0',
  termMonths: 0,
  openedOn: '',
  dueDay: 1,
  account: openAccount({
    principal: 0n,
    annual: { num: 0n, den: 1n },
    months: 1,
    openedOn: '2000-01-01',
    firstDue: '2000-02-01',
  }),
  underWay: new Map(),
  fallen: [],
  claimed: [],
  totalPaid: 0n,
  history: [],
  collected: { month: '', amount: 0n },
  redemption: null,
  paidOffOn: null,
};

export const partsOf = (data: Extract<LoanEvent, { type: 'RepaymentAllocated' }>['data']): Allocation['parts'] =>
  data.parts.map((part): AllocationPart => ({ ...part, amount: parseRlusd(part.amount) }));

export function evolveLoan(state: LoanState, event: LoanEvent): LoanState {
  switch (event.type) {
    case 'LoanOpened': {
      const { propertyId, propertyName, owner, tokens, annualRate, termMonths, openedOn, dueDay } = event.data;
      const principal = parseRlusd(event.data.principal);
      return {
        ...noLoan,
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
        account: {
          ...openAccount({
            principal,
            annual: percent(annualRate),
            months: termMonths,
            openedOn,
            firstDue: event.data.firstDueDate,
          }),
          level: parseRlusd(event.data.monthlyPayment),
        },
      };
    }
    case 'DueDayMoved':
      return {
        ...state,
        dueDay: event.data.dueDay,
        account: { ...state.account, nextDue: event.data.firstDueDate },
      };
    case 'InstalmentFellDue': {
      const { number, dueDate } = event.data;
      const [interest, principal] = [parseRlusd(event.data.interest), parseRlusd(event.data.principal)];
      const row = { number, dueDate, interest, principal, balance: parseRlusd(event.data.balance) };
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
      const { paymentId, to, earlyPrincipal, allEarly, quote } = event.data;
      const begun = { amount: parseRlusd(event.data.amount), to, earlyPrincipal, allEarly, quote };
      return { ...state, underWay: new Map(state.underWay).set(paymentId, begun) };
    }
    case 'RepaymentAbandoned':
    case 'RepaymentDeposited':
      return { ...state, underWay: without(state.underWay, event.data.paymentId) };
    case 'RepaymentReceived': {
      const { repaymentId, source, date, hash } = event.data;
      const amount = parseRlusd(event.data.amount);
      const repaid = { repaymentId, source, date, amount, interest: 0n, principal: 0n, hash };
      const month = date.slice(0, 7);
      const before = state.collected.month === month ? state.collected.amount : 0n;
      return {
        ...state,
        underWay: without(state.underWay, repaymentId),
        history: [repaid, ...state.history].slice(0, HISTORY),
        collected: hash === null ? { month, amount: before + amount } : state.collected,
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

function allocated(state: LoanState, data: Extract<LoanEvent, { type: 'RepaymentAllocated' }>['data']): LoanState {
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
  evolve: (target, { type, data }) => (type === 'RepaymentBegun' && data.paymentId === paymentId ? data.to : target),
});
