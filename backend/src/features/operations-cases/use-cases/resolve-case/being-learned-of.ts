import type { CaseOpened } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { hasEnded, paymentFold } from '#features/payments/rules.public.js';
import { purchasesComparedTo } from '#features/reconciliation/rules.public.js';
import { caseStream } from '../../case.decider.js';

/**
 * Money in suspense that a payment of the platform brought leaves it by itself once that payment is known. Until the
 * comparison has passed its ledger, and the payment has ended, nobody says what it is.
 * @throws Refused (409)
 */
export async function mustBeKnown(store: EventStore, caseId: string): Promise<void> {
  for await (const { type, data } of store.read(caseStream(caseId), { limit: 1 })) {
    const { kind, paymentId, details } = data as CaseOpened['data'];
    if (type !== 'CaseOpened' || kind !== 'escrow-suspense' || paymentId === null) return;
    const { state: payment } = await load(store, paymentFold(paymentId));
    const isCompared = (await purchasesComparedTo(store)) >= Number(details.ledgerIndex ?? 0);
    if (isCompared && (payment.phase === 'none' || hasEnded(payment))) return;
    throw new Refused(
      'conflict',
      'The platform is recording the payment that brought this money. Nothing was decided. ' +
        'Wait a minute: the case closes by itself if the money belongs to that payment.',
    );
  }
}
