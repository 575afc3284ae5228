import { createHmac } from 'node:crypto';
import { noPayment, type PaymentState } from '#features/payments/payment.state.js';

/** Seals marks as the platform's own key would. */
export const seal = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
/** RLUSD's issuer. */
export const RLUSD = 'rRlusd';

/** A purchase of five tokens, whose payer is about to pay. */
export const purchase: PaymentState = {
  ...noPayment,
  paymentId: '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11',
  kind: 'property_purchase',
  payer: 'rBuyer',
  payee: 'rOwner',
  feeWallet: 'rFee',
  propertyId: 1,
  tokens: 5,
  amount: 500_000_000n,
  platformFee: 12_500_000n,
};
