/**
 * From a validated principal to its tokens: obstacles, how long to wait for them to disappear, and what is owed if they
 * stay. Pure.
 */
import type {
  BusinessDate,
  DeliveryChecked,
  DeliveryEvent,
  DeliveryObstacle,
  PrincipalOwedBack,
} from '@tknest/contracts/events';
import { addDays, toDecimal } from '@tknest/contracts/money';
import { TRANSACTION_POLICY } from '@tknest/contracts/rules';
import { landedAt, propertyOf, refundDueOn, type Delivery, type PaidPayment, type Payment } from './payment.state.js';

/**
 * The issuer's maximum number of refused issuances, and of authorizations of the line. Each costs a ticket, and without
 * a maximum the payer could have them refused forever. An attempt that is proved absent costs no ticket and does not
 * count.
 */
const DELIVERY_ATTEMPTS_MAX = TRANSACTION_POLICY.purchase.endAfter;

/** Obstacles in the payer's own wallet, which the payer could have removed. */
const OWN_SETTINGS: ReadonlySet<string> = new Set<DeliveryObstacle>([
  'deposit-auth',
  'destination-tag',
  'account-deleted',
  'line-missing',
  'line-limit',
  'line-quality',
]);
const isOwnSetting = (reason: string): boolean => OWN_SETTINGS.has(reason);

/** Whether the issuer has no attempts left. */
export const attemptsSpent = ({ refused, authorised }: Delivery, line: Payment['line']): boolean =>
  refused >= DELIVERY_ATTEMPTS_MAX || (line === 'unauthorised' && authorised >= DELIVERY_ATTEMPTS_MAX);

/**
 * Whether the wait for the wallet is over. The business day is only read while there is an obstacle: tokens that can be
 * issued are issued, however late.
 * @param today the business day; null if it was not read
 */
export function waitIsOver({ obstacle, until, waitEnded }: Delivery, today: BusinessDate | null): boolean {
  if (waitEnded === 'admin' || obstacle === 'sold-out' || obstacle === 'terms-differ') return true;
  if (obstacle === null) return false;
  return waitEnded === 'sale-closed' || (today !== null && today > until);
}

/** The event if a check found something different from the previous check; otherwise empty. */
export function checkedDelivery(
  payment: PaidPayment,
  obstacle: DeliveryObstacle | null,
  deliveryDays: number,
): DeliveryChecked[] {
  const { paymentId, payer, delivery, principal } = payment;
  if (obstacle === delivery.obstacle) return [];
  const until = delivery.until ?? addDays(principal.paidOn, deliveryDays);
  return [{ type: 'DeliveryChecked', data: { paymentId, payer, ...boughtOf(payment), obstacle, until } }];
}

function boughtOf(payment: Payment): { propertyId: number; propertyName: string } {
  const { propertyName } = payment;
  if (propertyName === null) throw new Error(`Payment ${payment.paymentId} names no property`);
  return { propertyId: propertyOf(payment), propertyName };
}

/** The payee owes the principal back. A refund to a suspended wallet waits for the compliance desk. */
export function owedFact(payment: PaidPayment, today: BusinessDate): PrincipalOwedBack {
  const { paymentId, payer, payee, amount, principal, delivery } = payment;
  const reason = delivery.obstacle ?? 'admin';
  return {
    type: 'PrincipalOwedBack',
    data: {
      paymentId,
      ...landedAt(principal),
      by: payee,
      to: payer,
      ...boughtOf(payment),
      amount: toDecimal(amount),
      reason,
      dueOn: reason === 'suspended' ? null : refundDueOn(today),
      feeKept: isOwnSetting(reason),
    },
  };
}

export function evolveDelivery(state: Payment, event: DeliveryEvent): Payment {
  switch (event.type) {
    case 'DeliveryChecked': {
      const { obstacle, until } = event.data;
      return { ...state, delivery: { ...state.delivery, obstacle, until } };
    }
    case 'DeliveryWaitEnded':
      return { ...state, delivery: { ...state.delivery, waitEnded: event.data.because } };
    case 'PrincipalOwedBack': {
      if (state.phase !== 'settling' && state.phase !== 'failed') return state;
      const { hash, ledgerIndex, reason, dueOn, feeKept } = event.data;
      return { ...state, owed: { hash, ledgerIndex, reason, dueOn, feeKept } };
    }
    case 'OwedBackReleased':
      return state.owed ? { ...state, owed: { ...state.owed, dueOn: event.data.dueOn } } : state;
    case 'NetworkFeeTooHigh':
      return { ...state, networkFee: { drops: event.data.feeDrops, ceiling: event.data.ceilingDrops } };
  }
}
