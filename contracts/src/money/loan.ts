/**
 * Loan mathematics in exact rational numbers (REQ-1.5.6, REQ-1.9.1). With r the annual rate / 12, the amortized payment
 * is P·r·(1+r)^n / ((1+r)^n − 1), and P/n if the rate is 0. The 30 % rule compares the exact payment, never the rounded
 * one: at the boundary, rounding first gives a term that is one month too short.
 */
import { RENT_SHARE_CAP_BPS } from '../rules/index.js';
import { CENT, divideHalfUp, type Micro } from './rlusd.js';

export interface Rational {
  num: bigint;
  den: bigint;
}

/** The longest term that the search for a minimum tries, in months. */
const SEARCH_MONTHS = 1200;

/** A percentage as decimal text or JSON number, exactly: 6.5 → 65/10. @throws RangeError */
export function percent(value: string | number): Rational {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) throw new RangeError(`${value} is not a percentage`);
  return { num: BigInt(whole + decimals), den: 10n ** BigInt(decimals.length) };
}

/** Monthly rate of an annual percentage. */
function monthly(annual: Rational): Rational {
  return { num: annual.num, den: annual.den * 1200n };
}

/** The exact monthly payment in micro-units. */
export function exactPayment(principal: Micro, annual: Rational, months: number): Rational {
  if (!Number.isInteger(months) || months < 1) throw new RangeError('Term must be at least 1 month');
  if (annual.num === 0n) return { num: principal, den: BigInt(months) };
  const r = monthly(annual);
  const grown = (r.den + r.num) ** BigInt(months);
  const plain = r.den ** BigInt(months);
  return { num: principal * r.num * grown, den: r.den * (grown - plain) };
}

/** The monthly payment, half up to the cent. */
export function paymentOf(principal: Micro, annual: Rational, months: number): Micro {
  const { num, den } = exactPayment(principal, annual, months);
  return divideHalfUp(num, den * CENT) * CENT;
}

/**
 * The monthly estimate of the specification's autopay form (REQ-2.9.3): principal by term, times (1 + rate / 12), plus
 * 2.5 %; half up to the cent. Only an estimate: the amortized installment is what is collected.
 */
export function autopayEstimate(principal: Micro, annual: Rational, months: number): Micro {
  if (!Number.isInteger(months) || months < 1) throw new RangeError('Term must be at least 1 month');
  const { num, den } = monthly(annual);
  return divideHalfUp(principal * (den + num) * 1025n, BigInt(months) * den * 1000n * CENT) * CENT;
}

/** Each token's monthly share of the exact payment, half up to six decimals. */
export function payoutPerToken(principal: Micro, annual: Rational, months: number, tokens: number): Micro {
  const { num, den } = exactPayment(principal, annual, months);
  return divideHalfUp(num, den * BigInt(tokens));
}

/** 30 % of the monthly rent, in hundredths of a micro-unit kept exact as a rational. */
export function rentCap(rent: Micro): Rational {
  return { num: rent * RENT_SHARE_CAP_BPS, den: 10_000n };
}

const atMost = (a: Rational, b: Rational) => a.num * b.den <= b.num * a.den;

/** True if the exact payment is at most 30 % of the rent. */
export function fitsRent(principal: Micro, annual: Rational, months: number, rent: Micro): boolean {
  return atMost(exactPayment(principal, annual, months), rentCap(rent));
}

/**
 * The smallest whole term whose exact payment does not exceed the cap; null if there is none: with a cap at or below
 * the first month's interest, the loan is never repaid.
 */
export function minimumTerm(principal: Micro, annual: Rational, cap: Rational): number | null {
  const r = monthly(annual);
  if (annual.num > 0n && cap.num * r.den <= principal * r.num * cap.den) return null;
  let low = 1;
  let high = SEARCH_MONTHS;
  if (!atMost(exactPayment(principal, annual, high), cap)) return null;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atMost(exactPayment(principal, annual, middle), cap)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The largest goal, floored to `step`, whose payment over `months` fits the rent; 0 if not even one step does. */
export function largestGoal(rent: Micro, annual: Rational, months: number, step: Micro): Micro {
  const cap = rentCap(rent);
  const one = exactPayment(step, annual, months);
  return ((cap.num * one.den) / (cap.den * one.num)) * step;
}

/** The payment's share of the rent in tenths of a percent, half up: 266 means 26.6 %. */
export function shareOfRentTenths(principal: Micro, annual: Rational, months: number, rent: Micro): bigint {
  const { num, den } = exactPayment(principal, annual, months);
  return divideHalfUp(num * 1000n, den * rent);
}

export interface Installment {
  month: number;
  payment: Micro;
  interest: Micro;
  principal: Micro;
  balance: Micro;
}

/** Level payments with interest half up to the cent each month; the last payment clears the balance. */
export function schedule(principal: Micro, annual: Rational, months: number): Installment[] {
  const r = monthly(annual);
  const level = paymentOf(principal, annual, months);
  const rows: Installment[] = [];
  let balance = principal;
  for (let month = 1; month <= months; month++) {
    const interest = divideHalfUp(balance * r.num, r.den * CENT) * CENT;
    const payment = month === months ? balance + interest : level;
    balance -= payment - interest;
    rows.push({ month, payment, interest, principal: payment - interest, balance });
  }
  return rows;
}

export interface Yields {
  /** REQ-1.9.8: monthly income × 12 / cost. It counts returned principal as income. Hundredths of a percent. */
  annualYieldBps: bigint;
  /** Profit over the whole term / cost, hundredths of a percent. */
  lifetimeProfitBps: bigint;
}

/** The earnings of one token; `perToken` is its monthly share. */
export function yieldsOf(perToken: Micro, tokenPrice: Micro, months: number): Yields {
  return {
    annualYieldBps: divideHalfUp(perToken * 12n * 10_000n, tokenPrice),
    lifetimeProfitBps: divideHalfUp((perToken * BigInt(months) - tokenPrice) * 10_000n, tokenPrice),
  };
}

/** Effective annual rate of a nominal one compounded monthly, hundredths of a percent. */
export function effectiveAnnualBps(annual: Rational): bigint {
  const r = monthly(annual);
  const grown = (r.den + r.num) ** 12n;
  const plain = r.den ** 12n;
  return divideHalfUp((grown - plain) * 10_000n, plain);
}
