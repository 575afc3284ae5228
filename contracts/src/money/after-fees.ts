import { FEES_BPS } from '../rules/index.js';
import { feeOf, type Micro } from './rlusd.js';

/** What an investor pays and gets back over a loan's term if every installment is paid on its day. */
export interface AfterFees {
  /** The price with the fee of the purchase. */
  paid: Micro;
  /** What comes back by autopay, which keeps a fee of each share: a landlord who repays by hand gives back more. */
  back: Micro;
  kept: Micro;
}

/**
 * @param price of the tokens, without a fee
 * @param profitOverTerm interest over the whole term by the price, before fees, in percent with two decimals
 */
export function afterFees(price: Micro, profitOverTerm: number): AfterFees {
  const paid = price + feeOf(price, FEES_BPS.investment);
  const returned = price + (price * BigInt(Math.round(profitOverTerm * 100))) / 10_000n;
  const back = returned - feeOf(returned, FEES_BPS.autopay);
  return { paid, back, kept: back - paid };
}
