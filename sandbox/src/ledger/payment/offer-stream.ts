import type { Offer } from '../state/entries.js';
import { issueOf, isXrpIssue } from '../state/issue.js';
import { type Book, deleteOffer, offersOf } from '../state/offers.js';
import type { EntryReader } from '../state/overlay.js';
import { divideRound, multiplyRound, type Quality, qualityOf, rateOf } from '../state/quality.js';
import { compare, isZero, type Quantity, quantityOf, signOf } from '../state/quantity.js';
import { MIN_EXPONENT, MIN_MANTISSA } from '../state/token-number.js';
import { fundsOf, isDeepFrozen } from './funds.js';
import type { Attempt, Flow } from './step.js';

/** An offer from the taker's side: what goes in, what comes out, and what its owner has of that. */
export interface TipOffer {
  readonly offer: Offer;
  readonly quality: Quality;
  readonly amounts: Flow;
  readonly funds: Quantity;
}

/** Offers that one step may look at (rippled: BookStep's maxOffersToConsume_). */
export const MAX_OFFERS = 1000;

export const amountsOf = (offer: Offer): Flow => ({
  in: quantityOf(offer.TakerPays),
  out: quantityOf(offer.TakerGets),
});

/** An offer's amounts for no more than so much out, at its quality (rippled: Quality::ceil_out_strict). */
export function limitOut(amounts: Flow, quality: Quality, limit: Quantity, roundUp: boolean): Flow {
  if (compare(amounts.out, limit) <= 0) return amounts;
  const needed = multiplyRound(limit, rateOf(quality), typeof amounts.in === 'bigint', roundUp, true);
  return { in: compare(needed, amounts.in) > 0 ? amounts.in : needed, out: limit };
}

/** An offer's amounts for no more than so much in, at its quality (rippled: Quality::ceil_in_strict). */
export function limitIn(amounts: Flow, quality: Quality, limit: Quantity, roundUp: boolean): Flow {
  if (compare(amounts.in, limit) <= 0) return amounts;
  const gets = divideRound(limit, rateOf(quality), typeof amounts.out === 'bigint', roundUp, true);
  return { in: limit, out: compare(gets, amounts.out) > 0 ? amounts.out : gets };
}

/** Iterates over a book's offers, best first, and removes those that cannot be taken (rippled: FlowOfferStream). */
export class OfferStream {
  /** Offers looked at so far. */
  looked = 0;

  constructor(
    private readonly attempt: Attempt,
    private readonly book: Book,
    private readonly closeTime: number,
  ) {}

  /** Each offer is deleted from the attempt's view when the next one is asked for. */
  *offers(): Generator<TipOffer> {
    const { view } = this.attempt;
    for (let offer = this.tip(); offer; offer = this.tip()) {
      if (++this.looked > MAX_OFFERS) return;
      const tip = this.judged(offer.offer, offer.quality);
      if (tip) yield tip;
      deleteOffer(view, view.read(offer.offer.index) as Offer);
    }
  }

  private tip(): { offer: Offer; quality: Quality } | undefined {
    for (const found of offersOf(this.attempt.view, this.book)) return found;
    return undefined;
  }

  /** The offer with its owner's funds; nothing if it has to go. */
  private judged(offer: Offer, quality: Quality): TipOffer | undefined {
    const amounts = amountsOf(offer);
    const expired = offer.Expiration !== undefined && offer.Expiration <= this.closeTime;
    const void_ = expired || isZero(amounts.in) || isZero(amounts.out);
    if (void_ || isDeepFrozen(this.attempt.view, offer.Account, this.book.pays)) {
      this.attempt.stale.add(offer.index);
      return undefined;
    }
    const funds = this.fundsIn(this.attempt.view, offer);
    const tip = { offer, quality, amounts, funds };
    if (signOf(funds) > 0 && !worthLess(tip)) return tip;
    // Was it so before this payment, too? Then the offer goes even where the payment comes to nothing.
    if (compare(this.fundsIn(this.attempt.before, offer), funds) === 0) this.attempt.stale.add(offer.index);
    return undefined;
  }

  private fundsIn(view: EntryReader, offer: Offer): Quantity {
    return fundsOf(view, offer.Account, this.book.gets, quantityOf(offer.TakerGets));
  }
}

/**
 * Whether so little of an offer is left that rounding made its quality worse than its book's page says: it would block
 * the offers behind it (rippled: shouldRmSmallIncreasedQOffer).
 */
function worthLess({ offer, quality, amounts, funds }: TipOffer): boolean {
  const [pays, gets] = [issueOf(offer.TakerPays), issueOf(offer.TakerGets)];
  if (isXrpIssue(gets)) return false;
  if (!isXrpIssue(pays) && compare(amounts.in, amounts.out) >= 0) return false;
  const limited = offer.Account !== gets.issuer && compare(funds, amounts.out) < 0;
  const left = limited ? limitOut(amounts, quality, funds, false) : amounts;
  if (signOf(left.in) <= 0 || signOf(left.out) <= 0) return true;
  const least: Quantity = isXrpIssue(pays) ? 1n : { mantissa: MIN_MANTISSA, exponent: MIN_EXPONENT };
  return compare(left.in, least) <= 0 && qualityOf(left.out, left.in) > quality;
}
