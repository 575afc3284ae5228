import { TryAgainLater } from '#platform/domain/try-again-later.js';
import { load } from '#platform/event-store/folding.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { decode } from 'xrpl';
import type { SettledBefore } from '#platform/ledger/accounts/settled-before.js';
import { available, hasSaleEnded, loadListing } from '#features/listings/rules.public.js';
import { propertyOf, type Payment } from '../payment.state.js';
import type { States } from '../kinds/recipe.js';
import type { PaymentPorts } from './ports.js';

/** Whether the ledger has tokens for a payment that a restored log lost. */
export const wasIssuedBefore = async ({ store }: Pick<PaymentPorts, 'store'>, paymentId: string): Promise<boolean> =>
  (await load(store, accountFold('issuer'))).state.settledBefore.has(`purchase/${paymentId}/issuance`);

/**
 * The holder keeps these tokens. While the sale is open, the payment waits until tokens that others have reserved since
 * are released.
 * @throws TryAgainLater
 */
export function mustWaitForTokens(paymentId: string, { listing }: States): void {
  if (listing && !hasSaleEnded(listing))
    throw new TryAgainLater(`The tokens of ${paymentId} are issued, but fewer are available`);
}

const ISSUANCE = /^purchase\/([^/]+)\/issuance$/;

/**
 * Whether tokens issued to others in a period that the log lost need the tokens that are left, because a property is
 * never oversold. Tokens reserved by the payment itself do not count as left.
 */
export async function isSoldOut(
  { store }: Pick<PaymentPorts, 'store'>,
  payment: Pick<Payment, 'paymentId' | 'propertyId'>,
): Promise<boolean> {
  const { paymentId } = payment;
  const propertyId = propertyOf(payment);
  const { settledBefore } = (await load(store, accountFold('issuer'))).state;
  const issued = [...settledBefore].flatMap(([subject, [one]]) => {
    const of = ISSUANCE.exec(subject)?.[1];
    return of && one ? [{ of, ...saidBy(one) }] : [];
  });
  const others = issued.filter(({ of, property }) => of !== paymentId && property === propertyId);
  if (others.length === 0 || issued.some(({ of }) => of === paymentId)) return false;
  const listing = await loadListing(store, propertyId);
  const missing = others.filter(({ of }) => !listing.reserved.has(of));
  return missing.reduce((sum, { tokens }) => sum + tokens, 0) > available(listing);
}

function saidBy({ blob }: SettledBefore): { property: number; tokens: number } {
  const { Memos } = decode(blob) as { Memos: { Memo: { MemoData: string } }[] };
  return JSON.parse(Buffer.from(Memos[0]!.Memo.MemoData, 'hex').toString('utf8')) as never;
}
