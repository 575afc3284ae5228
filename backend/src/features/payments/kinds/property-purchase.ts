import { formatRlusd, toDecimal } from '@tknest/contracts/money';
import { countedTokens } from '@tknest/contracts/words';
import {
  available,
  isForSale,
  listingFold,
  releaseTokens,
  reserveTokens,
  settlePurchase,
  type ListingState,
} from '#features/listings/rules.public.js';
import { propertyOf, tokensOf, type Payment } from '../payment.state.js';
import type { Recipe, Terms } from './recipe.js';

const reservationOf = (terms: Terms) => ({
  paymentId: terms.paymentId,
  wallet: terms.payer,
  tokens: tokensOf(terms),
});

/** The hash of the tokens' issuance. @throws Error if none is in a validated ledger */
function issuanceOf({ paymentId, legs: { issuance } }: Payment): string {
  if (issuance?.state !== 'validated') throw new Error(`The tokens of payment ${paymentId} are not issued`);
  return issuance.hash;
}

/** Tokens of a property, paid to its landlord: reserved at the start, sold once paid and issued. */
export const propertyPurchase: Recipe = {
  kind: 'property_purchase',
  issuesTokens: true,
  verifiedAs: 'investor',
  isOwed: false,
  pausesWhenUnpaid: true,
  listedAs: 'property_purchase',
  title: ({ tokens, propertyName }) => `Purchase of ${countedTokens(tokens)} of ${propertyName}`,
  streams: (payment) => ({ listing: listingFold(propertyOf(payment)) }),
  begun: (payment, { listing }) => ({ listing: reserveTokens(reservationOf(payment), listing) }),
  settled: (payment, { listing }) => ({
    listing: settlePurchase(
      {
        ...reservationOf(payment),
        cost: toDecimal(payment.amount),
        platformFee: toDecimal(payment.platformFee),
        paymentHash: payment.principal.hash,
        issuanceHash: issuanceOf(payment),
      },
      listing,
    ),
  }),
  unpaid: ({ paymentId }, reason, { listing }) => ({ listing: releaseTokens({ paymentId, reason }, listing) }),
  late(payment, { listing }: { listing: ListingState }): ReturnType<Recipe['late']> {
    const isKept = listing.reserved.has(payment.paymentId);
    const left = isForSale(listing) && available(listing) >= tokensOf(payment);
    return isKept || left
      ? { remedy: 'issue', writes: { listing: reserveTokens(reservationOf(payment), listing) } }
      : { remedy: 'refund', writes: {} };
  },
  instruction: ({ tokens, propertyName, amount }) =>
    `${countedTokens(tokens)} of ${propertyName ?? 'a property'} for ${formatRlusd(amount)} RLUSD.`.slice(0, 280),
};
