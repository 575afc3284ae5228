import { compare, mulRatio, type Quantity } from '../state/quantity.js';
import { PARITY } from './funds.js';
import { limitIn, limitOut, type TipOffer } from './offer-stream.js';
import type { Flow } from './step.js';

/** Transfer fees in billionths, one to one included: of what goes into a book, and of what comes out. */
export interface Rates {
  readonly rateIn: number;
  readonly rateOut: number;
}

/** What one offer gives and takes: `offer` is what its owner sees, `step` what the taker sees, fees included. */
export interface Trade extends Rates {
  readonly tip: TipOffer;
  readonly offer: Flow;
  readonly step: Flow;
  readonly ownerGives: Quantity;
}

/** All that an offer can give with its owner's funds, which an issuer has without end. */
export function wholeTrade(tip: TipOffer, { rateIn, rateOut }: Rates, byIssuer: boolean): Trade {
  const whole: Trade = {
    tip,
    offer: tip.amounts,
    step: { in: mulRatio(tip.amounts.in, rateIn, PARITY, true), out: tip.amounts.out },
    ownerGives: mulRatio(tip.amounts.out, rateOut, PARITY, false),
    rateIn,
    rateOut,
  };
  if (byIssuer || compare(tip.funds, whole.ownerGives) >= 0) return whole;
  const out = mulRatio(tip.funds, PARITY, rateOut, false);
  const offer = limitOut(tip.amounts, tip.quality, out, false);
  return { ...whole, offer, step: { in: mulRatio(offer.in, rateIn, PARITY, true), out }, ownerGives: tip.funds };
}

/** The part of a trade that gives no more than `limit` (rippled: limitStepOut). */
export function withOut(trade: Trade, limit: Quantity): Trade {
  if (compare(limit, trade.step.out) >= 0) return trade;
  const offer = limitOut(trade.offer, trade.tip.quality, limit, true);
  return {
    ...trade,
    offer,
    step: { in: mulRatio(offer.in, trade.rateIn, PARITY, true), out: limit },
    ownerGives: mulRatio(limit, trade.rateOut, PARITY, false),
  };
}

/** The part of a trade that takes no more than `limit` (rippled: limitStepIn). */
export function withIn(trade: Trade, limit: Quantity): Trade {
  if (compare(limit, trade.step.in) >= 0) return trade;
  const offer = limitIn(trade.offer, trade.tip.quality, mulRatio(limit, PARITY, trade.rateIn, false), false);
  return {
    ...trade,
    offer,
    step: { in: limit, out: offer.out },
    ownerGives: mulRatio(offer.out, trade.rateOut, PARITY, false),
  };
}
