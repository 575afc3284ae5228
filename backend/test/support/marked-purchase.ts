import { createHmac } from 'node:crypto';
import { markOf } from '#features/payments/payment-mark.js';
import type { Payment } from '#features/payments/payment.state.js';
import { rlusdPayment } from '#features/payments/transactions.js';
import { openedPayment } from './started-payment.js';

/** Seals marks as the platform's own key would. */
export const seal = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
/** RLUSD's issuer. */
export const RLUSD = 'rRlusd';

/** A purchase of five tokens, whose payer is about to pay. */
export const purchase = openedPayment('7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11', { payer: 'rBuyer', propertyName: null });

/** The principal of a payment, as its payer was asked to sign it. */
export const principalOf = (payment: Payment, lastLedgerSequence = 900) =>
  rlusdPayment({
    from: payment.payer,
    to: payment.payee,
    amount: payment.amount,
    memo: null,
    mark: markOf(payment, 'recipient', seal),
    issuer: RLUSD,
    sequence: 7,
    lastLedgerSequence,
    fee: 12n,
  }) as Record<string, any>;
