/**
 * The 30 % rule as a verdict with the specification's own messages (REQ-1.5.7 to REQ-1.5.9), for the form's panel and
 * for the server's refusal.
 */
import { LISTING } from '../rules/index.js';
import { fitsRent, largestGoal, minimumTerm, paymentOf, rentCap, shareOfRentTenths, type Rational } from './loan.js';
import { parseRlusd, type Micro } from './rlusd.js';

export interface Terms {
  goal: Micro;
  rent: Micro;
  annual: Rational;
  months: number;
}

export type Verdict = 'fits' | 'term-too-short' | 'goal-too-high';

export interface TermsVerdict {
  verdict: Verdict;
  message: string;
  payment: Micro;
  /** `26.7` */
  percentOfRent: string;
  /** The shortest term in months that fits; null if none does. */
  minimumTerm: number | null;
  /** 30 % of the rent, rounded down to the micro-unit. */
  cap: Micro;
}

/** `267` → `26.7` */
export function tenths(value: bigint): string {
  return `${value / 10n}.${value % 10n}`;
}

/** Judges terms by the 30 % rule. Terms up to the slider's longest (60 months) can be chosen. */
export function judgeTerms({ goal, rent, annual, months }: Terms): TermsVerdict {
  const cap = rentCap(rent);
  const minimum = minimumTerm(goal, annual, cap);
  const percentOfRent = tenths(shareOfRentTenths(goal, annual, months, rent));
  const verdict: Verdict = fitsRent(goal, annual, months, rent)
    ? 'fits'
    : minimum === null || minimum > LISTING.termMonths.max
      ? 'goal-too-high'
      : 'term-too-short';
  const message = {
    fits: `Payment complies with 30% rule. Monthly payment is ${percentOfRent}% of rent.`,
    'term-too-short': `Term too short. Minimum ${minimum} months required to keep payments under 30% of rent.`,
    'goal-too-high': 'Funding goal too high. Even with maximum term, payments would exceed 30% of rent.',
  }[verdict];
  return {
    verdict,
    message,
    payment: paymentOf(goal, annual, months),
    percentOfRent,
    minimumTerm: minimum,
    cap: cap.num / cap.den,
  };
}

/**
 * The term that the form recomputes (REQ-1.9.5): the smallest slider step that fits, at least 12 months; the longest if
 * none does.
 */
export function recomputedTerm(goal: Micro, rent: Micro, annual: Rational): number {
  const minimum = minimumTerm(goal, annual, rentCap(rent));
  const { step, max } = LISTING.termMonths;
  if (minimum === null || minimum > max) return max;
  return Math.ceil(Math.max(minimum, LISTING.minTermFloor) / step) * step;
}

/**
 * The largest goal that fits the longest term, floored to the slider's step and limited to its range; null if even the
 * smallest does not fit.
 */
export function largestGoalThatFits(rent: Micro, annual: Rational): Micro | null {
  const { min, max, step } = LISTING.fundingGoal;
  const goal = largestGoal(rent, annual, LISTING.termMonths.max, parseRlusd(step));
  if (goal < parseRlusd(min)) return null;
  return goal > parseRlusd(max) ? parseRlusd(max) : goal;
}
