import type { ResultName } from '../engine/results.js';
import type { OfferCreateJson } from '../engine/transaction.js';
import { accountReserve, readAccount, existingAccount } from '../state/accounts.js';
import { OFFER_FLAG } from '../state/flags.js';
import { type Issue, issueOf, isXrpIssue } from '../state/issue.js';
import { placeOffer } from '../state/offers.js';
import type { EntryReader } from '../state/overlay.js';
import { divideNear, multiply, qualityOf, rateOf, roundToTick } from '../state/quality.js';
import { amountOf, compare, isZero, quantityOf } from '../state/quantity.js';
import { cross, type Take } from './offer-cross.js';
import { OFFER_CREATE } from './offer-flags.js';
import type { ApplyContext } from './transactor.js';

const MAX_TICK_SIZE = 16;

/** Takes what is there, then puts what is left into the book (rippled: CreateOffer::applyGuts). */
export function crossAndPlace(context: ApplyContext, offer: OfferCreateJson): ResultName {
  const { view, tx } = context;
  const [pays, gets] = [issueOf(offer.TakerPays), issueOf(offer.TakerGets)];
  const take = inTicks(view, offer, (tx.flags & OFFER_CREATE.sell) !== 0);
  if (isZero(take.in) || isZero(take.out)) return 'tesSUCCESS';
  const { result, left, stale } = cross(context, take, { send: gets, deliver: pays });
  if (result !== 'tesSUCCESS') return result;
  if (isZero(left.in) || isZero(left.out)) return 'tesSUCCESS';
  const crossed = compare(left.in, take.in) !== 0 || compare(left.out, take.out) !== 0;
  if (tx.flags & OFFER_CREATE.fillOrKill || (tx.flags & OFFER_CREATE.immediateOrCancel && !crossed)) {
    context.removeAnyway(stale);
    return 'tecKILLED';
  }
  if (tx.flags & OFFER_CREATE.immediateOrCancel) return 'tesSUCCESS';
  const owned = existingAccount(view, tx.account).OwnerCount;
  if (context.priorBalance < accountReserve(view, owned + 1)) return crossed ? 'tesSUCCESS' : 'tecINSUF_RESERVE_OFFER';
  const lasting = {
    Account: tx.account,
    Sequence: tx.sequence.value,
    TakerPays: amountOf(left.out, pays),
    TakerGets: amountOf(left.in, gets),
    Flags:
      (tx.flags & OFFER_CREATE.passive ? OFFER_FLAG.passive : 0) | (tx.flags & OFFER_CREATE.sell ? OFFER_FLAG.sell : 0),
    ...(offer.Expiration !== undefined && { Expiration: offer.Expiration }),
  };
  // What is left is placed at the requested quality, however its amounts were rounded.
  placeOffer(view, lasting, qualityOf(take.in, take.out));
  return 'tesSUCCESS';
}

/** What the sender gives and wants, at a quality of no more digits than the issuers allow. */
function inTicks(view: EntryReader, { TakerPays, TakerGets }: OfferCreateJson, sells: boolean): Take {
  const [pays, gets] = [quantityOf(TakerPays), quantityOf(TakerGets)];
  const digits = Math.min(tickSize(view, issueOf(TakerPays)), tickSize(view, issueOf(TakerGets)));
  if (digits >= MAX_TICK_SIZE) return { in: gets, out: pays };
  const rate = rateOf(roundToTick(qualityOf(gets, pays), digits));
  if (sells) return { in: gets, out: multiply(gets, rate, typeof pays === 'bigint') };
  return { in: divideNear(pays, rate, typeof gets === 'bigint'), out: pays };
}

const tickSize = (view: EntryReader, issue: Issue): number =>
  (isXrpIssue(issue) ? undefined : readAccount(view, issue.issuer)?.TickSize) ?? MAX_TICK_SIZE;
