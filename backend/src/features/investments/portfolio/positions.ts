/** What tokens cost, have paid and will still pay. Pure: the day is a parameter. */
import type { ComingShareView, PortfolioView, PositionView } from '@tknest/contracts/api';
import {
  addDays,
  addMonths,
  afterAutopay,
  arrearsOf,
  comingInstallments,
  divideHalfUp,
  dueOf,
  moveToBusinessDay,
  toNumber,
  totalOf,
  xirr,
  type CashFlow,
  type Day,
  type LoanAccount,
  type Micro,
} from '@tknest/contracts/money';
import { PORTFOLIO } from '@tknest/contracts/rules';

export interface Bought {
  day: Day;
  tokens: number;
  cost: Micro;
  fee: Micro;
  /** The monthly rent share estimated at the purchase. */
  monthly: Micro;
  /** The tokens were redeemed. */
  ended: boolean;
}
/** A rent share that arrived. */
export interface Share {
  day: Day;
  /** After its fee. */
  amount: Micro;
  interest: Micro;
  principal: Micro;
}
export interface Position {
  propertyId: number;
  name: string;
  bought: readonly Bought[];
  received: readonly Share[];
  /** Null before the loan begins. `tokens`: all that were sold of the property. */
  loan: { status: 'open' | 'paid_off'; tokens: number; account: LoanAccount } | null;
}

const sum = <T>(all: readonly T[], of: (one: T) => Micro): Micro => all.reduce((total, one) => total + of(one), 0n);
const heldOf = ({ bought }: Position): Bought[] => bought.filter(({ ended }) => !ended);
const tokensOf = (position: Position): number => heldOf(position).reduce((total, { tokens }) => total + tokens, 0);
const parOf = (position: Position): Micro => sum(heldOf(position), ({ cost }) => cost);
/** The holder's part of an amount of the loan, by tokens. */
const partOf = (amount: Micro, position: Position): Micro =>
  position.loan && position.loan.tokens > 0
    ? divideHalfUp(amount * BigInt(tokensOf(position)), BigInt(position.loan.tokens))
    : 0n;

/** Principal that has not been paid back to the holder yet. */
export function outstandingOf(position: Position): Micro {
  if (position.loan?.status === 'paid_off') return 0n;
  const left = parOf(position) - sum(position.received, ({ principal }) => principal);
  return left > 0n ? left : 0n;
}

/** What was paid and received, by day. */
const flowsOf = ({ bought, received }: Position): CashFlow[] => [
  ...bought.map(({ day, cost, fee }) => ({ day, amount: -(cost + fee) })),
  ...received.map(({ day, amount }) => ({ day, amount })),
];

/**
 * The internal rate of return of several positions together, from settled flows and what is outstanding at par today.
 * Null in the first months: a year's rate would then mostly be the fee of the purchase.
 */
export function irrOf(positions: readonly Position[], today: Day): number | null {
  const flows = positions.flatMap(flowsOf);
  if (!flows.some(({ day }) => addMonths(day, PORTFOLIO.irrFromMonths) <= today)) return null;
  return xirr([...flows, { day: today, amount: sum(positions, outstandingOf) }]);
}

/**
 * The same if everything still due is paid on its day, and what is overdue today: after the fee of autopay, because a
 * landlord who repays by hand gives back more. Positions whose sale is open have no schedule, and do not count.
 */
export const expectedOf = (positions: readonly Position[], today: Day): number | null =>
  xirr(
    positions
      .filter(({ loan }) => loan)
      .flatMap((position) => [
        ...flowsOf(position),
        ...comingOf(position, today).map(({ day, amount }) => ({ day, amount: afterAutopay(amount) })),
      ]),
  );

interface Coming {
  /** The nominal due date; today for what is due already. */
  day: Day;
  amount: Micro;
  /** Of installments in arrears: their number, and the oldest one's due date. */
  late?: { count: number; since: Day };
}
/** The holder's part of future repayments; what is due and unpaid counts as due today. */
function comingOf(position: Position, today: Day): Coming[] {
  if (position.loan?.status !== 'open' || tokensOf(position) === 0) return [];
  const { account } = position.loan;
  const late = account.due.filter(({ inArrears }) => inArrears);
  const arrears = partOf(totalOf(arrearsOf(account)), position);
  const inGrace = partOf(totalOf(dueOf(account)), position) - arrears;
  return [
    ...late.slice(0, 1).map(({ dueDate }) => ({
      day: today,
      amount: arrears,
      late: { count: late.length, since: dueDate },
    })),
    { day: today, amount: inGrace },
    ...comingInstallments(account).map(({ dueDate, payment, prepaid }) => ({
      day: dueDate,
      amount: partOf(payment - prepaid, position),
    })),
  ].filter(({ amount }) => amount > 0n);
}

/**
 * The rent shares of the next months, and what is overdue. A share arrives on the business day on which its installment
 * is due: the same day's run collects it and pays the holders within minutes. In the sandbox, a calendar that is moved
 * over such a day waits for that.
 */
const sharesToCome = (position: Position, today: Day): ComingShareView[] =>
  comingOf(position, today)
    .filter(({ day }) => day <= addDays(today, PORTFOLIO.comingShareDays))
    .map(({ day, amount, late }) => ({
      propertyId: position.propertyId,
      name: position.name,
      day: late || day !== today ? moveToBusinessDay(late?.since ?? day) : day,
      amount: toNumber(late ? amount : afterAutopay(amount)),
      behind: late?.count ?? 0,
    }));

function viewOf(position: Position, today: Day): PositionView {
  const { propertyId, name, bought, received, loan } = position;
  const held = heldOf(position);
  const par = parOf(position);
  const arrears = loan?.status === 'open' ? partOf(totalOf(arrearsOf(loan.account)), position) : 0n;
  const monthly = sum(held, (one) => one.monthly);
  return {
    propertyId,
    name,
    tokens: tokensOf(position),
    cost: toNumber(sum(bought, ({ cost, fee }) => cost + fee)),
    valueAtPar: toNumber(par),
    outstanding: toNumber(outstandingOf(position)),
    received: toNumber(sum(received, ({ amount }) => amount)),
    interest: toNumber(sum(received, ({ interest }) => interest)),
    principal: toNumber(sum(received, ({ principal }) => principal)),
    stillDue: loan ? toNumber(sum(comingOf(position, today), ({ amount }) => amount)) : null,
    arrears: toNumber(arrears),
    irr: irrOf([position], today),
    expected: expectedOf([position], today),
    annualYield: par > 0n ? Number(divideHalfUp(monthly * 12n * 10_000n, par)) / 100 : 0,
    loanStatus: loan && (loan.status === 'paid_off' ? 'paid_off' : arrears > 0n ? 'in_arrears' : 'current'),
  };
}

const monthOf = (day: Day) => day.slice(0, 7);

/** The months around today, from the first cash flow on; at most one year back and one year ahead. */
function incomeOf(positions: readonly Position[], today: Day): PortfolioView['income'] {
  const shares = positions.flatMap(({ received }) => received);
  const coming = positions.flatMap((position) => comingOf(position, today));
  const present = `${monthOf(today)}-01` as Day;
  const first = monthOf([...positions.flatMap(flowsOf).map(({ day }) => day), today].reduce((a, b) => (a < b ? a : b)));
  const last = monthOf([...coming.map(({ day }) => day), today].reduce((a, b) => (a > b ? a : b)));
  const months = Array.from({ length: PORTFOLIO.pastMonths + PORTFOLIO.comingMonths }, (_, index) =>
    monthOf(addMonths(present, index + 1 - PORTFOLIO.pastMonths)),
  ).filter((month) => month >= first && month <= last);
  return months.map((month) => {
    const own = shares.filter(({ day }) => monthOf(day) === month);
    return {
      month,
      interest: toNumber(sum(own, ({ interest }) => interest)),
      principal: toNumber(sum(own, ({ principal }) => principal)),
      scheduled: toNumber(
        sum(
          coming.filter(({ day }) => monthOf(day) === month),
          ({ amount }) => amount,
        ),
      ),
    };
  });
}

const SHARE_DIGITS = 1_000_000n;

/** The share of each property in the outstanding principal. */
function concentrationOf(positions: readonly Position[]): PortfolioView['concentration'] {
  const total = sum(positions, outstandingOf);
  return positions
    .filter((position) => outstandingOf(position) > 0n)
    .sort((a, b) => Number(outstandingOf(b) - outstandingOf(a)) || a.propertyId - b.propertyId)
    .map((position) => ({
      propertyId: position.propertyId,
      name: position.name,
      outstanding: toNumber(outstandingOf(position)),
      share: Number(divideHalfUp(outstandingOf(position) * SHARE_DIGITS, total)) / Number(SHARE_DIGITS),
    }));
}

/** Everything that is calculated from positions. */
export function portfolioOf(
  positions: readonly Position[],
  today: Day,
): Pick<PortfolioView, 'positions' | 'coming' | 'income' | 'concentration' | 'irr' | 'expected'> {
  return {
    positions: positions
      .map((position) => viewOf(position, today))
      .sort((a, b) => b.valueAtPar - a.valueAtPar || a.propertyId - b.propertyId),
    coming: positions
      .flatMap((position) => sharesToCome(position, today))
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.propertyId - b.propertyId)),
    income: incomeOf(positions, today),
    concentration: concentrationOf(positions),
    irr: irrOf(positions, today),
    expected: expectedOf(positions, today),
  };
}
