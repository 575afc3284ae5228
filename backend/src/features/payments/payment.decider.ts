import type { PayerEvent, PaymentEvent, PaymentKind } from '@tknest/contracts/events';
import { PAYMENT } from '@tknest/contracts/rules';
import { feeOf, toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '../../platform/domain/refused.js';
import { isOwedBack, type PayerState, type PaymentState } from './payment.state.js';

export interface StartPayment {
  paymentId: string;
  kind: PaymentKind;
  payer: string;
  payee: string;
  feeWallet: string;
  propertyId: number | null;
  propertyName: string | null;
  tokens: number | null;
  amount: Micro;
  feeBps: bigint;
  memo: string | null;
  refundOf: string | null;
  now: Date;
  expiryMinutes: number;
}

/** Begins a payment: one may be open per wallet, and three in a row left unsigned pause the wallet. @throws Refused */
export function startPayment(
  command: StartPayment,
  payment: PaymentState,
  payer: PayerState,
): { payment: PaymentEvent[]; payer: PayerEvent[] } {
  if (payment.phase !== 'none') return { payment: [], payer: [] };
  if (payer.open)
    throw new Refused('conflict', 'Another payment of this wallet is open: finish or cancel it first', {
      paymentId: payer.open,
    });
  const pausedUntil =
    payer.unsignedInARow >= PAYMENT.unsignedBeforePause && payer.lastUnsignedAt
      ? new Date(payer.lastUnsignedAt.getTime() + PAYMENT.pauseMinutes * 60_000)
      : null;
  if (pausedUntil && command.now < pausedUntil) {
    const minutes = Math.ceil((pausedUntil.getTime() - command.now.getTime()) / 60_000);
    throw new Refused(
      'too-many',
      `Three payments in a row were left unsigned: this wallet pauses for ${minutes} more minutes`,
      { pausedUntil: pausedUntil.toISOString() },
    );
  }
  const { paymentId, payer: wallet, now, expiryMinutes, feeBps, amount, ...rest } = command;
  const platformFee = feeOf(amount, feeBps);
  return {
    payment: [
      {
        type: 'PaymentStarted',
        data: {
          paymentId,
          payer: wallet,
          kind: rest.kind,
          payee: rest.payee,
          feeWallet: rest.feeWallet,
          propertyId: rest.propertyId,
          propertyName: rest.propertyName,
          tokens: rest.tokens,
          amount: toDecimal(amount),
          platformFee: toDecimal(platformFee),
          totalAmount: toDecimal(amount + platformFee),
          memo: rest.memo,
          refundOf: rest.refundOf,
          expiresAt: new Date(now.getTime() + expiryMinutes * 60_000).toISOString(),
        },
      },
    ],
    payer: [{ type: 'PayerPaymentOpened', data: { wallet, paymentId, at: now.toISOString() } }],
  };
}

/**
 * The payee pays a payment back. `previous` is the refund that was looked at and has ended without being paid, or null:
 * a payment is paid back once. @throws Refused
 */
export function beginRefund(refundId: string, previous: string | null, original: PaymentState): PaymentEvent[] {
  if (!isOwedBack(original)) throw new Refused('conflict', 'Nothing of this payment is to be refunded');
  if (original.refund !== previous)
    throw new Refused('conflict', 'This payment is being refunded already', { paymentId: original.refund });
  return [{ type: 'RefundBegun', data: { paymentId: original.paymentId, refundId } }];
}

/** Withdraws a payment, which is possible until submission of the principal begins. @throws Refused */
export function cancelPayment(payment: PaymentState): Extract<PaymentEvent, { type: 'PaymentCancelled' }> | null {
  if (payment.phase === 'cancelled') return null;
  if (payment.phase !== 'open')
    throw new Refused(
      'conflict',
      payment.phase === 'settling' || payment.phase === 'completed'
        ? 'Too late to cancel: the payment is on its way to the ledger'
        : 'This payment has ended already',
    );
  return { type: 'PaymentCancelled', data: { paymentId: payment.paymentId, by: 'payer' } };
}
