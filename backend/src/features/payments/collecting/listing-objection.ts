/** What a purchase's listing says against it. Workers compare it before they sign or submit anything. */
import { available, loadListing } from '#features/listings/rules.public.js';
import { propertyOf, tokensOf, type Payment } from '../payment.state.js';
import { isSoldOut } from './issued-before.js';
import type { Objection, PaymentPorts } from './ports.js';

/** The code of a payment that is not on the terms of its listing: no web process of ours has started it. */
export const TERMS_DIFFER = 'terms-differ';

/** An objection that also applies between a validated principal and its tokens, or null. */
export async function listingObjection(
  ports: Pick<PaymentPorts, 'store'>,
  payment: Payment,
): Promise<Objection | null> {
  const { paymentId, amount, payee } = payment;
  const [listing, tokens] = [await loadListing(ports.store, propertyOf(payment)), tokensOf(payment)];
  const isPriced = amount === listing.tokenPrice * BigInt(tokens) && payee === listing.owner;
  if (!isPriced || listing.reserved.get(paymentId) !== tokens || available(listing) < 0)
    return { code: TERMS_DIFFER, message: 'The payment does not match the terms of its property. No money moved.' };
  if (await isSoldOut(ports, payment))
    return { code: 'sold-out', message: 'No tokens of this property are left. No money moved.' };
  return null;
}
