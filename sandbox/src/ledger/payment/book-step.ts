import { readAccount } from '../state/accounts.js';
import type { Offer } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { isXrpIssue } from '../state/issue.js';
import { bestQuality, type Book } from '../state/offers.js';
import type { EntryReader } from '../state/overlay.js';
import { compose, type Quality, qualityOf } from '../state/quality.js';
import { amountOf, compare, isZero, type Quantity, signOf, subtract, sum, zeroLike } from '../state/quantity.js';
import { otherSide, readLine, sideOf } from '../state/trust-lines.js';
import { PARITY, send, transferRate } from './funds.js';
import { OfferStream, type TipOffer } from './offer-stream.js';
import type { FlowRules } from './flow-rules.js';
import { type Attempt, type Flow, type Pass, type Step, StrandFailed } from './step.js';
import { type Rates, type Trade, wholeTrade, withIn, withOut } from './trade.js';

/** What a pass has taken from the book so far. */
interface Taken {
  readonly ins: Quantity[];
  readonly outs: Quantity[];
}

/** Trading through the offers of one book (rippled: BookStep). */
export class BookStep implements Step {
  readonly lineSource = undefined;
  offersUsed = 0;
  private cached: Flow;

  constructor(
    readonly book: Book,
    private readonly rules: FlowRules,
    private readonly previous: Step | undefined,
    private readonly isDefaultPath: boolean,
  ) {
    const nothing = (xrp: boolean): Quantity => (xrp ? 0n : { mantissa: 0n, exponent: -100 });
    this.cached = { in: nothing(isXrpIssue(book.pays)), out: nothing(isXrpIssue(book.gets)) };
  }

  get flow(): Flow {
    return this.cached;
  }

  redeems(): boolean {
    return !this.rules.ownerPaysFee;
  }

  qualityIn(): number {
    return PARITY;
  }

  bound(view: EntryReader, previousRedeems: boolean): Quality | undefined {
    const quality = bestQuality(view, this.book);
    // Who crosses an offer of the receiver's pays no fee: without any it is a bound for certain.
    if (quality === undefined || this.rules.crossing) return quality;
    const { rateIn, rateOut } = this.rates(view, previousRedeems);
    return compose(qualityOf(BigInt(rateOut), BigInt(rateIn)), quality);
  }

  private rates(view: EntryReader, previousRedeems: boolean): Rates {
    const rate = (issuer: string): number => (issuer === this.rules.target ? PARITY : transferRate(view, issuer));
    return {
      rateIn: previousRedeems ? rate(this.book.pays.issuer) : PARITY,
      rateOut: this.rules.ownerPaysFee ? rate(this.book.gets.issuer) : PARITY,
    };
  }

  reverse(attempt: Attempt, wanted: Quantity): Flow {
    const taken: Taken = { ins: [], outs: [] };
    let left = wanted;
    this.eachTrade(attempt, 'reverse', (trade) => {
      if (signOf(left) <= 0) return false;
      const whole = compare(trade.step.out, left) <= 0;
      const part = whole ? trade : withOut(trade, left);
      taken.ins.push(part.step.in);
      taken.outs.push(part.step.out);
      left = whole ? subtract(wanted, sum(taken.outs, zeroLike(wanted))) : zeroLike(left);
      return this.settle(attempt, part) || whole;
    });
    const out = isZero(left) ? wanted : sum(taken.outs, zeroLike(wanted));
    return (this.cached = { in: sum(taken.ins, zeroLike(this.cached.in)), out });
  }

  forward(attempt: Attempt, given: Quantity): Flow {
    const found = this.cached;
    const taken: Taken = { ins: [], outs: [] };
    let left = given;
    this.eachTrade(attempt, 'forward', (trade) => {
      if (signOf(left) <= 0) return false;
      const whole = compare(trade.step.in, left) <= 0;
      const part = this.noMoreThan(found, trade, whole ? trade : withIn(trade, left), taken, left);
      taken.ins.push(part.step.in);
      taken.outs.push(part.step.out);
      left = subtract(given, sum(taken.ins, zeroLike(given)));
      return this.settle(attempt, part) || whole;
    });
    const into = isZero(left) ? given : sum(taken.ins, zeroLike(given));
    return (this.cached = { in: into, out: sum(taken.outs, zeroLike(found.out)) });
  }

  /**
   * Where rounding gives more out for the same in than the pass backwards had found, the trade that gives exactly that
   * is taken, if it costs the same.
   */
  private noMoreThan(found: Flow, whole: Trade, part: Trade, taken: Taken, left: Quantity): Trade {
    const outs = sum([...taken.outs, part.step.out], zeroLike(found.out));
    const ins = sum([...taken.ins, part.step.in], zeroLike(found.in));
    if (compare(outs, found.out) <= 0 || compare(ins, found.in) > 0) return part;
    const exact = withOut(whole, subtract(found.out, sum(taken.outs, zeroLike(found.out))));
    return compare(exact.step.in, left) === 0 ? exact : part;
  }

  /** Calls `take` for each offer that can be traded with, until it answers false or the quality changes. */
  private eachTrade(attempt: Attempt, pass: Pass, take: (trade: Trade) => boolean): void {
    const stream = new OfferStream(attempt, this.book, this.rules.closeTime);
    const fees = this.rates(attempt.view, this.previous?.redeems(attempt.view, pass) ?? false);
    let quality: Quality | undefined;
    let tried = false;
    for (const tip of stream.offers()) {
      if (quality !== undefined && quality !== tip.quality) break;
      quality = tip.quality;
      if (this.isOwn(tip) || this.isUnauthorised(attempt.before, tip.offer)) {
        attempt.stale.add(tip.offer.index);
        if (!tried) quality = undefined;
        continue;
      }
      if (!this.isGoodEnough(tip.quality)) break;
      tried = true;
      if (!take(this.tradeWith(tip, fees))) break;
    }
    this.offersUsed = stream.looked;
  }

  /** Who crosses an offer of its own has that one deleted; nothing is traded (rippled: limitSelfCrossQuality). */
  private isOwn({ offer, quality }: TipOffer): boolean {
    const { source, target } = this.rules;
    if (!this.rules.crossing || !this.isDefaultPath || offer.Account !== source || source !== target) return false;
    return this.isGoodEnough(quality);
  }

  private isGoodEnough(quality: Quality): boolean {
    return !this.rules.crossing || !this.isDefaultPath || quality <= this.rules.crossing.threshold;
  }

  /** Whether the owner may not hold what the offer would bring it. */
  private isUnauthorised(view: EntryReader, offer: Offer): boolean {
    const { currency, issuer } = this.book.pays;
    if (isXrpIssue(this.book.pays) || offer.Account === issuer) return false;
    if (!hasFlag(readAccount(view, issuer), ACCOUNT_FLAG.requireAuth)) return false;
    return !hasFlag(
      readLine(view, offer.Account, issuer, currency),
      otherSide(sideOf(offer.Account, issuer)).flag.auth,
    );
  }

  /** All that an offer can give; who trades with itself pays no transfer fee. */
  private tradeWith(tip: TipOffer, fees: Rates): Trade {
    const owner = tip.offer.Account;
    const crossing = !!this.rules.crossing;
    const rateIn = crossing && owner === this.previous?.lineSource ? PARITY : fees.rateIn;
    const rateOut = crossing && this.previous?.book && owner === this.rules.target ? PARITY : fees.rateOut;
    return wholeTrade(tip, { rateIn, rateOut }, owner === this.book.gets.issuer);
  }

  /** Moves what a trade moves and lessens the offer; answers whether nothing of it is left (rippled: consumeOffer). */
  private settle({ view }: Attempt, { tip, offer, ownerGives }: Trade): boolean {
    const { pays, gets } = this.book;
    const owner = tip.offer.Account;
    if (!send(view, pays.issuer, owner, pays, offer.in)) throw new StrandFailed('payer of an offer has no XRP');
    if (!send(view, owner, gets.issuer, gets, ownerGives)) throw new StrandFailed('owner of an offer has no XRP');
    const left = { in: subtract(tip.amounts.in, offer.in), out: subtract(tip.amounts.out, offer.out) };
    view.write({ ...tip.offer, TakerPays: amountOf(left.in, pays), TakerGets: amountOf(left.out, gets) } as Offer);
    return isZero(left.in) || isZero(left.out);
  }
}
