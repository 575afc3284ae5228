/** How repayments and collections change a loan. Pure: the business day is a parameter. */
import type { LoanEvent, QuoteData, RepaymentSource } from '@tknest/contracts/events';
import {
  addDays,
  allocateRepayment,
  allocateToDue,
  balanceOf,
  dayInterest,
  dueOf,
  formatRlusd,
  isPaidOff,
  minimumRepayment,
  monthInterest,
  parseRlusd,
  payOff,
  payoffQuote,
  toDecimal,
  type Allocation,
  type Day,
  type DueInstallment,
  type Micro,
} from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { accountOn, allocateLate, isAhead, withdrawn } from './late-repayment.js';
import { evolved, unpaidOf, upTo } from './loan.decider.js';
import type { Loan, LoanState } from './loan.state.js';

/** Within how many days a repayment that is not abandoned is validated. */
const QUOTE_DAYS = 7;

export interface BeginRepayment {
  paymentId: string;
  amount: Micro;
  to: 'escrow' | 'holder';
  today: Day;
  earlyPrincipal: 'term' | 'instalment';
  allEarly: boolean;
  /** A restored log lost it: it is paid already, and what had to be checked was. */
  isPaid?: true;
}

/**
 * Starts a repayment by the owner; collections wait for its end. An amount equal to the day's payoff closes the loan
 * even if the payment is validated later. What has fallen due by then is counted; a worker records it.
 * @throws Refused if nothing is owed, the amount is too small, or more than the payoff would go directly to the holder
 */
export function beginRepayment(command: BeginRepayment, before: LoanState): LoanEvent[] {
  const { paymentId, amount, to, today, earlyPrincipal, allEarly, isPaid } = command;
  if (before.status === 'none') throw new Refused('conflict', 'The loan begins when the listing is closed');
  if (before.underWay.has(paymentId)) return [];
  if (before.status === 'paid_off') throw new Refused('conflict', 'This loan is paid off');
  const { state } = upTo(today, before);
  const least = minimumRepayment(state.account, today);
  if (amount < least && !isPaid)
    throw new Refused('invalid', `The minimum repayment is ${formatRlusd(least)} RLUSD`, {
      minimum: toDecimal(least),
    });
  const payoff = payoffQuote(state.account, today);
  if (to === 'holder' && amount > payoff.amount && !isPaid)
    throw new Refused('invalid', `${formatRlusd(payoff.amount)} RLUSD pays off this loan. Pay no more than that.`, {
      payoff: toDecimal(payoff.amount),
    });
  const data = {
    propertyId: state.propertyId,
    paymentId,
    amount: toDecimal(amount),
    to,
    earlyPrincipal,
    allEarly,
    quote: quoteOf(amount, today, isPaid ? QUOTE_DAYS : 0, state),
    date: today,
  };
  return [{ type: 'RepaymentBegun', data }];
}

/** The quote that an amount pays in full: that of a day, or of one of so many days before. */
function quoteOf(amount: Micro, today: Day, daysBefore: number, state: Loan): QuoteData | null {
  for (let date = today; date >= addDays(today, -daysBefore); date = addDays(date, -1)) {
    const payoff = payoffQuote(accountOn(date, state), date);
    if (amount === payoff.amount)
      return { date, interest: toDecimal(payoff.interest), principal: toDecimal(payoff.principal) };
  }
  return null;
}

/** The payment ended without moving money. A forged one may be about a loan that does not exist. */
export function abandonRepayment(
  { paymentId, reason }: { paymentId: string; reason: 'failed' | 'cancelled' | 'expired' },
  state: LoanState,
): LoanEvent[] {
  if (state.status === 'none' || !state.underWay.has(paymentId)) return [];
  return [{ type: 'RepaymentAbandoned', data: { propertyId: state.propertyId, paymentId, reason } }];
}

/**
 * Keeps a repayment that arrived after it was abandoned, or after the loan was paid off, as a deposit, which can be
 * withdrawn.
 */
export const depositRepayment = (
  { paymentId, amount, today, hash }: { paymentId: string; amount: Micro; today: Day; hash: string },
  { propertyId }: Loan,
): LoanEvent[] => [
  { type: 'RepaymentDeposited', data: { propertyId, paymentId, amount: toDecimal(amount), hash, date: today } },
];

export interface Received {
  repaymentId: string;
  source: RepaymentSource;
  amount: Micro;
  today: Day;
  hash: string | null;
  ledgerIndex: number | null;
}

/** How a received amount was split. */
export interface Settled {
  events: LoanEvent[];
  /** The part for the loan. */
  repaid: Micro;
  /** The part that the loan does not need. */
  excess: Micro;
}

/**
 * Handles a repayment that is on a validated ledger; `today` is the day on which it counts. A paid-off loan takes
 * nothing from it.
 */
export function receiveRepayment(received: Received, before: Loan): Settled {
  if (before.status !== 'open') return { events: [], repaid: 0n, excess: received.amount };
  const { amount, today } = received;
  const terms = before.underWay.get(received.repaymentId);
  const { events, state } = upTo(today, before);
  const allocation = terms?.quote ? underQuote(state, amount, today, terms.quote) : null;
  if (allocation) {
    const corrections = withdrawn(allocation.parts, today, state);
    return { ...booked(received, allocation, state, events, corrections), excess: allocation.excess };
  }
  const { earlyPrincipal = 'term', allEarly = false } = terms ?? {};
  const chosen = { today, earlyPrincipal, allEarly };
  const late = isAhead(state, today)
    ? allocateLate(received.repaymentId, amount, chosen, state)
    : { allocation: allocateRepayment(state.account, amount, chosen), corrections: [] };
  return { ...booked(received, late.allocation, state, events, late.corrections), excess: late.allocation.excess };
}

/**
 * Pays off the loan, even if installments have fallen due since the day of the quote. What another, late payment has
 * repaid since then is not owed twice: that part is excess.
 * @returns null for a quote that no call has made: a web process may write one. It must be paid in full, and forgives
 * at most the interest since its day and what overdue principal bears on a due date
 */
function underQuote(state: Loan, amount: Micro, today: Day, quote: QuoteData): Allocation | null {
  const account = accountOn(today, state);
  const { principal, interest: owed } = payoffQuote(account, today);
  const quoted = parseRlusd(quote.interest);
  const interest = quoted < owed ? quoted : owed;
  const { undue, annual } = account;
  const since = dayInterest(undue, annual, QUOTE_DAYS) + monthInterest(dueOf(account).principal, annual);
  if (interest < owed - since || amount < principal + interest) return null;
  return payOff(state.account, amount, { principal, interest });
}

/** Collects one whole installment from the deposit. */
export function collectInstallment(
  { installment, ...received }: Omit<Received, 'amount' | 'hash' | 'ledgerIndex'> & { installment: DueInstallment },
  state: Loan,
): Settled {
  const amount = unpaidOf(installment);
  const allocation = allocateToDue(state.account, installment.dueDate);
  const whole = { ...received, amount, hash: null, ledgerIndex: null };
  return { ...booked(whole, allocation, state, []), excess: 0n };
}

function booked(
  received: Received,
  allocation: Allocation,
  state: Loan,
  before: LoanEvent[],
  corrections: readonly LoanEvent[] = [],
): Omit<Settled, 'excess'> {
  const { repaymentId, source, amount, today, hash, ledgerIndex } = received;
  const { propertyId } = state;
  const { account, parts, excess } = allocation;
  const sum = (of: 'interest' | 'principal') =>
    parts.filter((part) => part.of === of).reduce((total, part) => total + part.amount, 0n);
  const facts: LoanEvent[] = [
    {
      type: 'RepaymentReceived',
      data: { propertyId, repaymentId, source, amount: toDecimal(amount), date: today, hash, ledgerIndex },
    },
    ...corrections,
    {
      type: 'RepaymentAllocated',
      data: {
        propertyId,
        repaymentId,
        parts: parts.map((part) => ({ ...part, amount: toDecimal(part.amount) })),
        interest: toDecimal(sum('interest')),
        principal: toDecimal(sum('principal')),
        excess: toDecimal(excess),
        monthlyPayment: toDecimal(account.level),
        instalmentsLeft: account.left,
        balance: toDecimal(balanceOf(account)),
      },
    },
  ];
  const after = evolved(state, facts);
  const end: LoanEvent[] = isPaidOff(after.account) ? [{ type: 'LoanPaidOff', data: { propertyId, date: today } }] : [];
  return { events: [...before, ...facts, ...end], repaid: amount - excess };
}
