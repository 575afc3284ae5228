/** Whether a payment's money would go elsewhere than where the platform books it. */
import type { PaymentKind } from '@tknest/contracts/events';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { holdersOfRecord } from '#features/listings/rules.public.js';
import { repaymentOrder } from '#features/loans/rules.public.js';
import { hasFee, paymentStream, propertyOf, type Payment } from '../payment.state.js';
import { TERMS_DIFFER } from './listing-objection.js';
import type { Objection, PaymentPorts } from './ports.js';

export const ASTRAY: Objection = {
  code: TERMS_DIFFER,
  message: 'The payment does not go to the account of the platform that it is for. No money moved.',
};

/** The account of the platform that a kind of payment pays. */
const PAYS: Partial<Record<PaymentKind, 'payoutEscrow' | 'feeWallet'>> = {
  deposit: 'payoutEscrow',
  refund: 'payoutEscrow',
  principal_payback: 'payoutEscrow',
  fee: 'feeWallet',
};

/**
 * A web process may write a payment's first event: money that a payer sends to another wallet of their own would be
 * booked as if the platform had received it, and could be withdrawn.
 */
export async function isAstray({ store, accounts }: Pick<PaymentPorts, 'store' | 'accounts'>, payment: Payment) {
  const { kind, payee, feeWallet, paymentId } = payment;
  if (hasFee(payment) && feeWallet !== (await accounts.address('feeWallet'))) return true;
  const ours = PAYS[kind];
  if (!ours || payee === (await accounts.address(ours))) return false;
  if (kind !== 'principal_payback') return true;
  const propertyId = propertyOf(payment);
  const isToHolder = (await load(store, repaymentOrder(propertyId, paymentId))).state === 'holder';
  return !isToHolder || !(await wasOnlyHolder(store, payee, propertyId, paymentId));
}

/** A landlord may repay the only holder: the one when the repayment began. */
async function wasOnlyHolder(store: EventStore, wallet: string, propertyId: number, paymentId: string) {
  for await (const { position } of store.read(paymentStream(paymentId), { limit: 1 })) {
    const holders = await holdersOfRecord(store, propertyId, position);
    return holders.size === 1 && holders.has(wallet);
  }
  return false;
}
