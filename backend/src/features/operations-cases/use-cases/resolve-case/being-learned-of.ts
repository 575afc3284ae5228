import { Refused } from '#platform/domain/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { hasEnded, paymentFold } from '#features/payments/rules.public.js';
import { isCompared } from '#features/reconciliation/compared-to.public.js';
import { openedCase } from '../../case-writes.js';

/**
 * Money in suspense that a payment of the platform brought leaves it by itself once that payment is known. Until the
 * comparison has passed its ledger, and the payment has ended, nobody says what it is.
 * @throws Refused (409)
 */
export async function mustBeKnown(store: EventStore, caseId: string): Promise<void> {
  const { kind, paymentId, details } = (await openedCase(store, caseId)) ?? {};
  if (kind !== 'escrow-suspense' || !paymentId || !details) return;
  const { state: payment } = await load(store, paymentFold(paymentId));
  const isKnown = payment.phase === 'none' || hasEnded(payment);
  if (isKnown && (await isCompared(store, Number(details.ledgerIndex ?? 0)))) return;
  throw new Refused(
    'conflict',
    'The platform is recording the payment that brought this money. Nothing was decided. ' +
      'Wait a minute: the case closes by itself if the money belongs to that payment.',
  );
}
