import { isAddress } from '../../codec/account-id.js';
import { fundsOf, isGloballyFrozen, PARITY, transferRate } from '../../payment/funds.js';
import type { Offer } from '../../state/entries.js';
import { type Issue, issueOf, isXrpIssue, sameIssue } from '../../state/issue.js';
import { type Book, offersOf } from '../../state/offers.js';
import type { EntryReader } from '../../state/overlay.js';
import { divideRound, multiplyRound, type Quality, rateOf } from '../../state/quality.js';
import {
  amountOf,
  compare,
  mulRatio,
  type Quantity,
  quantityOf,
  smaller,
  subtract,
  zeroLike,
} from '../../state/quantity.js';
import { formatNumber, normalize } from '../../state/token-number.js';
import { bookSide } from '../book-side.js';
import { ApiError, invalidField } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import { limitParam } from '../params.js';
import type { Answer, Command } from '../request.js';

const PAGE = 60;

/** book_offers: the offers of one book, best first, and what their owners have for them. */
export const bookOffers: Command = ({ node, params }) => {
  const ledger = chooseLedger(node, params);
  const book: Book = { pays: bookSide(params, 'taker_pays'), gets: bookSide(params, 'taker_gets') };
  const { taker } = params;
  if (taker !== undefined && !isAddress(taker)) throw invalidField('taker');
  if (sameIssue(book.pays, book.gets)) throw new ApiError('badMarket');
  const limit = limitParam(params, PAGE);
  const purses = new Purses(ledger.view, book, taker);
  const offers: Answer[] = [];
  for (const { offer, quality } of offersOf(ledger.view, book)) {
    if (offers.length === limit) break;
    offers.push(purses.describe(offer, quality));
  }
  return { offers, ...ledger.fields };
};

/** The remaining funds of offers' owners as one offer after another is taken (rippled: NetworkOPs::getBookPage). */
class Purses {
  private readonly left = new Map<string, Quantity>();
  private readonly frozen: boolean;
  private readonly gets: Issue;

  constructor(
    private readonly view: EntryReader,
    book: Book,
    private readonly taker: string | undefined,
  ) {
    this.gets = book.gets;
    // If either side is frozen, only the issuer's own offers are funded.
    this.frozen = isGloballyFrozen(view, book.gets) || isGloballyFrozen(view, book.pays);
  }

  describe(offer: Offer, quality: Quality): Answer {
    const [pays, gets] = [quantityOf(offer.TakerPays), quantityOf(offer.TakerGets)];
    // An issuer's own offers are always funded, and frozen ones never: both at every offer.
    const isOwn = !isXrpIssue(this.gets) && offer.Account === this.gets.issuer;
    const isFirst = isOwn || this.frozen || !this.left.has(offer.Account);
    const funds = isOwn ? gets : this.frozen ? zeroLike(gets) : this.fundsLeft(offer.Account, gets);
    const fee = this.feeOf(offer.Account);
    const limit =
      fee === PARITY ? funds : divideRound(funds, normalize(BigInt(fee), -9), typeof funds === 'bigint', false);
    const whole = compare(limit, gets) >= 0;
    const spent = smaller(funds, whole && fee !== PARITY ? mulRatio(gets, fee, PARITY, true) : whole ? gets : funds);
    this.left.set(offer.Account, subtract(funds, spent));
    return {
      ...offer,
      quality: formatNumber(rateOf(quality)),
      ...(isFirst && { owner_funds: textOf(funds) }),
      ...(!whole && {
        taker_gets_funded: amountOf(limit, this.gets),
        taker_pays_funded: amountOf(
          smaller(pays, multiplyRound(limit, rateOf(quality), typeof pays === 'bigint', true)),
          issueOf(offer.TakerPays),
        ),
      }),
    };
  }

  private fundsLeft(owner: string, gets: Quantity): Quantity {
    const funds = this.left.get(owner) ?? fundsOf(this.view, owner, this.gets, gets);
    return compare(funds, zeroLike(funds)) < 0 ? zeroLike(funds) : funds;
  }

  /** The issuer's fee, which its own offers and those it takes do not pay. */
  private feeOf(owner: string): number {
    const { issuer } = this.gets;
    return isXrpIssue(this.gets) || owner === issuer || this.taker === issuer
      ? PARITY
      : transferRate(this.view, issuer);
  }
}

const textOf = (quantity: Quantity): string =>
  typeof quantity === 'bigint' ? quantity.toString() : formatNumber(quantity);
