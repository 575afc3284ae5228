import type { PaymentStarted } from '@tknest/contracts/events';

type About = PaymentStarted['data'];

/** The first event of a purchase of 5 tokens for 500 RLUSD and a fee of 12.5. @param about the differences */
export const startedPayment = (paymentId: string, about: Partial<About> = {}): PaymentStarted => ({
  type: 'PaymentStarted',
  data: {
    paymentId,
    kind: 'property_purchase',
    payer: 'rPayer',
    payee: 'rOwner',
    feeWallet: 'rFee',
    propertyId: 1,
    propertyName: 'Sample Court',
    tokens: 5,
    amount: '500',
    platformFee: '12.5',
    totalAmount: '512.5',
    memo: null,
    refundOf: null,
    expiresAt: '2026-11-22T10:00:00Z',
    ...about,
  },
});
