/** The internal rate of return of flows on irregular days, like XIRR in spreadsheets. */
import { daysBetween, type Day } from './business-days.js';
import type { Micro } from './rlusd.js';

/** A cash flow on a day: negative if paid, positive if received. */
export interface CashFlow {
  day: Day;
  amount: Micro;
}

/** A rate over fewer days would be meaningless. */
export const XIRR_LEAST_DAYS = 30;

const DAYS_A_YEAR = 365;
/** The search uses steps of the logarithm of a year's growth, from no growth to a factor of a million. */
const STEP = 0.05;
const FURTHEST = Math.log(1_000_000);
/** The number of halvings of a step, after which its two ends are the same number. */
const HALVINGS = 60;

interface Term {
  years: number;
  amount: number;
}

/**
 * The annual effective rate, actual/365, at which the flows' present values sum to zero: 0.05 is 5 % a year. Null if
 * the flows span less than 30 days, all have one sign, or no rate between -99.9999 % and 100,000,000 % fits. If several
 * rates fit, it is the one nearest to zero. The order of the flows does not matter.
 */
export function xirr(flows: readonly CashFlow[]): number | null {
  const terms = termsOf(flows);
  if (!terms.some(({ amount }) => amount > 0) || !terms.some(({ amount }) => amount < 0)) return null;
  if (Math.round(terms.at(-1)!.years * DAYS_A_YEAR) < XIRR_LEAST_DAYS) return null;
  const bracket = bracketOf(terms);
  return bracket && Math.expm1(rootIn(terms, ...bracket));
}

/** One term per day, in order; days whose flows cancel out are left out. */
function termsOf(flows: readonly CashFlow[]): Term[] {
  const byDay = new Map<Day, Micro>();
  for (const { day, amount } of flows) byDay.set(day, (byDay.get(day) ?? 0n) + amount);
  const days = [...byDay].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return days.map(([day, amount]) => ({
    years: daysBetween(days[0]![0], day) / DAYS_A_YEAR,
    amount: Number(amount),
  }));
}

/** The present value's sign at a year's growth of e^growth; scaled by its largest factor, so that nothing overflows. */
function signAt(terms: readonly Term[], growth: number): number {
  const largest = Math.max(0, -growth * terms.at(-1)!.years);
  return Math.sign(terms.reduce((sum, { years, amount }) => sum + amount * Math.exp(-growth * years - largest), 0));
}

/** The step closest to zero growth in which the present value changes its sign. */
function bracketOf(terms: readonly Term[]): [number, number] | null {
  const atNone = signAt(terms, 0);
  if (atNone === 0) return [0, 0];
  const before = { up: atNone, down: atNone };
  for (let step = 1; step * STEP <= FURTHEST; step++) {
    const [inner, outer] = [(step - 1) * STEP, step * STEP];
    const after = { up: signAt(terms, outer), down: signAt(terms, -outer) };
    if (after.up !== before.up) return [inner, outer];
    if (after.down !== before.down) return [-inner, -outer];
    Object.assign(before, after);
  }
  return null;
}

/** Bisects the step with the change of sign until it is one number. */
function rootIn(terms: readonly Term[], inner: number, outer: number): number {
  const sign = signAt(terms, inner);
  let [low, high] = [inner, outer];
  for (let halving = 0; halving < HALVINGS && low !== high; halving++) {
    const middle = (low + high) / 2;
    if (signAt(terms, middle) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
