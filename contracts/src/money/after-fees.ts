import { FEES_BPS } from '../rules/index.js';
import { CENT, divideHalfUp, feeOf, type Micro } from './rlusd.js';

/** What an investor pays and gets back over a loan's term if every installment is paid on its day. */
export interface AfterFees {
  /** The price with the fee of the purchase. */
  paid: Micro;
  /** What comes back by autopay, which keeps a fee of each share: a landlord who repays by hand gives back more. */
  back: Micro;
  kept: Micro;
}

/** What autopay leaves of rent shares, half up to the cent. */
export const afterAutopay = (shares: Micro): Micro =>
  divideHalfUp(shares * (10_000n - FEES_BPS.autopay), 10_000n * CENT) * CENT;

/**
 * @param price of the tokens, without a fee
 * @param monthly their rent share, before fees
 * @param months the term
 */
export function afterFees(price: Micro, monthly: Micro, months: number): AfterFees {
  const paid = price + feeOf(price, FEES_BPS.investment);
  const back = afterAutopay(monthly * BigInt(months));
  return { paid, back, kept: back - paid };
}
