/** Cases that a payment opens and closes, in the commit of the fact that makes it so. */
import { toDecimal } from '@tknest/contracts/money';
import type { EventStore, StreamWrite } from '../../../platform/event-store/event-store.js';
import { load } from '../../../platform/event-store/folding.js';
import {
  caseFold,
  caseIdOf,
  openCase,
  resolveCase,
  type OpenCase,
  type ResolveCase,
} from '../../cases/cases.public.js';
import type { Remedy } from '../kinds/recipe.js';
import type { PaymentState } from '../payment.state.js';
import { writeTo } from './commit.js';

/** A case about a payment; its subject is the payment unless another is named. */
export const caseOf = (
  { paymentId, propertyId, payer: wallet }: PaymentState,
  opened: Pick<OpenCase, 'kind' | 'summary' | 'txHash' | 'details'> & { subject?: string },
): OpenCase => ({ subject: paymentId, paymentId, propertyId, wallet, ...opened });

/** Opens a case, unless it is open already. */
export async function opening(store: EventStore, command: OpenCase): Promise<StreamWrite[]> {
  const loaded = await load(store, caseFold(caseIdOf(command)));
  const events = openCase(command, loaded.state);
  return events.length > 0 ? [writeTo(loaded, events)] : [];
}

/** Closes a case, unless a person has closed it before. */
export async function closing(
  store: EventStore,
  about: Pick<OpenCase, 'kind' | 'subject'>,
  resolution: ResolveCase,
): Promise<StreamWrite[]> {
  const caseId = caseIdOf(about);
  const loaded = await load(store, caseFold(caseId));
  return loaded.state.status === 'open' ? [writeTo(loaded, resolveCase(caseId, resolution, loaded.state))] : [];
}

const REMEDIES: Record<Remedy, string> = {
  issue: 'A payment landed after it had ended; its tokens are being issued.',
  refund: 'A payment landed after it had ended and nothing can be issued for it: the owner is asked to refund.',
  count: 'A payment landed after it had ended: it counts as paid.',
};

export const lateCase = (payment: PaymentState, txHash: string, remedy: Remedy): OpenCase =>
  caseOf(payment, {
    kind: 'late-principal',
    txHash,
    summary: REMEDIES[remedy],
    details: { amount: toDecimal(payment.amount), payee: payment.payee, remedy },
  });

export const paidTwiceCase = (payment: PaymentState, txHash: string): OpenCase =>
  caseOf(payment, {
    kind: 'late-principal',
    subject: txHash,
    txHash,
    summary: 'A payment was paid a second time: the owner is asked to refund.',
    details: { amount: toDecimal(payment.amount), payee: payment.payee, remedy: 'refund' },
  });

export const feeTwiceCase = (payment: PaymentState, txHash: string): OpenCase =>
  caseOf(payment, {
    kind: 'fee-paid-twice',
    subject: txHash,
    txHash,
    summary: 'A platform fee was paid that is not owed: an admin sends it back from the fee wallet.',
    details: { amount: toDecimal(payment.platformFee), payer: payment.payer },
  });
