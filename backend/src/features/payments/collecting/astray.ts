/** Whether a payment is on other terms than the platform's: its money goes elsewhere, or is not what it must be. */
import type { PaymentKind } from '@tknest/contracts/events';
import { feeOf } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import type { EventStore, Position } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { holdersOfRecord } from '#features/listings/rules.public.js';
import { repaymentOrder } from '#features/loans/rules.public.js';
import { repays } from '../kinds/refund.js';
import { paymentFold } from '../payment.evolve.js';
import { hasFee, paymentStream, propertyOf, type Payment } from '../payment.state.js';
import { TERMS_DIFFER } from './listing-objection.js';
import type { Objection, PaymentPorts } from './ports.js';

export const ASTRAY: Objection = {
  code: TERMS_DIFFER,
  message: 'This payment is not on the terms of the platform. No money moved.',
};

/** The account of the platform that a kind of payment pays. */
const PAYS: Partial<Record<PaymentKind, 'payoutEscrow' | 'feeWallet'>> = {
  deposit: 'payoutEscrow',
  refund: 'payoutEscrow',
  principal_payback: 'payoutEscrow',
  fee: 'feeWallet',
};

/** The fees that the calls which start a payment of a kind add, in basis points. */
const FEES: Partial<Record<PaymentKind, readonly bigint[]>> = {
  property_purchase: [FEES_BPS.investment, FEES_BPS.checkout],
  rlusd_payment: [FEES_BPS.directPayment],
  principal_payback: [FEES_BPS.loanPayback],
};

/**
 * A web process may write a payment's first event: money that a payer sends to another wallet of their own would be
 * booked as if the platform had received it, and could be withdrawn; a cent would count as a refund of any amount.
 */
export async function isAstray({ store, accounts }: Pick<PaymentPorts, 'store' | 'accounts'>, payment: Payment) {
  const { kind, payee, feeWallet, paymentId } = payment;
  if (payment.phase === 'open' && !isFeeOfRules(payment)) return true;
  if (hasFee(payment) && feeWallet !== (await accounts.address('feeWallet'))) return true;
  if ((kind === 'refund' || kind === 'fee') && !(await paysWhatIsOwed(store, payment))) return true;
  const ours = PAYS[kind];
  if (!ours) return false;
  const isOurs = payee === (await accounts.address(ours));
  if (kind !== 'principal_payback') return !isOurs;
  const propertyId = propertyOf(payment);
  const { state: to } = await load(store, repaymentOrder(propertyId, paymentId));
  if (isOurs) return to !== 'escrow';
  return to !== 'holder' || !(await wasOnlyHolder(store, payee, propertyId, paymentId));
}

/** What is paid already counts whatever its fee, so that rules which change strand nobody. */
const isFeeOfRules = ({ kind, amount, platformFee }: Payment) =>
  (FEES[kind] ?? [0n]).some((basisPoints) => platformFee === feeOf(amount, basisPoints));

/** A refund pays its whole principal back, and an owed fee is paid in full. */
async function paysWhatIsOwed(store: EventStore, payment: Payment) {
  const isRefund = payment.kind === 'refund';
  const { state: original } = await load(store, paymentFold((isRefund ? payment.refundOf : payment.feeOf)!));
  if (original.phase === 'none') return false;
  return isRefund ? repays(payment, original) : payment.amount === original.platformFee;
}

/** A landlord may repay the only holder: the one when the repayment began. */
async function wasOnlyHolder(store: EventStore, wallet: string, propertyId: number, paymentId: string) {
  for await (const { position } of store.read(paymentStream(paymentId), { limit: 1 }))
    return isOnlyHolder(store, wallet, propertyId, position);
  return false;
}

export async function isOnlyHolder(store: EventStore, wallet: string, propertyId: number, until: Position) {
  const holders = await holdersOfRecord(store, propertyId, until);
  return holders.size === 1 && holders.has(wallet);
}
