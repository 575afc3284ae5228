import type { PaymentView } from '@tknest/contracts/api';
import type { PaymentKind } from '@tknest/contracts/events';
import { FEES_BPS } from '@tknest/contracts/rules';
import { percent, tokens } from '../format/format';
import type { PaymentCall } from './api';

/** What differs between kinds of payment: texts, a fee, and the call that starts one. Defined only here. */
interface Kind {
  /** The fee on top, basis points. */
  feeBps: bigint;
  /** The leg that carries the amount. */
  leg: string;
  /** The message when it has arrived. */
  settled(payment: PaymentView): string;
  /** The rows of the amount and the fee, if the specification shows them (REQ-2.2.6.2). */
  distribution?: readonly [amount: string, fee: string];
  /** The label of the button that closes the settled dialog; `Done` if left out. REQ-2.4.1. */
  done?: string;
  /** REQ-1.8.17, REQ-2.8.2: the message if it could not be started and the server gives none. */
  failed: string;
  /** The names of its outcomes, if the specification has its own. */
  titles?: { settled: string; failed: string };
  /** The specification's message if the ledger refused it; otherwise the general one. */
  refused?: string;
  /** The call that starts the same again. */
  again(payment: PaymentView): PaymentCall;
}

const KINDS: Record<PaymentKind, Kind> = {
  property_purchase: {
    feeBps: FEES_BPS.investment,
    leg: 'Payment to the landlord',
    settled: () => 'Tokens purchased successfully!',
    failed: 'Failed to purchase tokens',
    again: ({ propertyId, tokens: count, platformFee, payer }) =>
      platformFee > 0
        ? purchaseOf(propertyId!, count!)
        : { url: 'api/rlusd/create-payment', body: { propertyId, tokensRequested: count, walletAddress: payer } },
  },
  rlusd_payment: {
    feeBps: FEES_BPS.directPayment,
    leg: 'Payment to the recipient',
    settled: () => 'The payment has arrived.',
    done: 'New Payment',
    failed: 'Failed to process RLUSD payment',
    again: ({ payee, amount, memo }) => ({
      url: 'api/rlusd/process-payment',
      body: { recipientWallet: payee, amount, ...(memo ? { memo } : {}) },
    }),
  },
  principal_payback: {
    feeBps: FEES_BPS.loanPayback,
    leg: 'Repayment to the holders',
    settled: () => 'The repayment has arrived.',
    failed: 'Unable to process RLUSD payback at this time',
    distribution: ['To the investors', 'To the platform'],
    titles: { settled: 'Payback Successful', failed: 'Payback Failed' },
    refused: 'Unable to process RLUSD payback at this time.',
    again: ({ propertyId, amount, payee }) => ({
      url: 'api/loan/payment',
      body: { propertyId, paymentAmount: amount, investorWallet: payee },
    }),
  },
  deposit: {
    feeBps: 0n,
    leg: 'Deposit to the payout escrow',
    settled: () => 'The deposit has arrived.',
    failed: 'The deposit could not be started',
    again: ({ propertyId, amount }) => ({ url: 'api/rlusd/deposit', body: { propertyId, amount } }),
  },
  refund: {
    feeBps: 0n,
    leg: 'Refund to the buyer',
    settled: () => 'The refund has arrived.',
    failed: 'The refund could not be started',
    again: ({ refundOf }) => refundOfPayment(refundOf!),
  },
  fee: {
    feeBps: 0n,
    leg: 'Platform fee',
    settled: () => 'The platform fee is paid.',
    failed: 'The payment of the fee could not be started',
    again: ({ feeOf }) => feeOfPayment(feeOf!),
  },
};

export const purchaseOf = (propertyId: number, tokensToPurchase: number): PaymentCall => ({
  url: `api/properties/${propertyId}/purchase`,
  body: { tokensToPurchase },
});
/** By an amount in RLUSD (REQ-1.7.17), with the displayed figures; the server recomputes them. */
export const investmentOf = (body: {
  propertyId: number;
  fromWallet: string;
  toWallet: string;
  amount: number;
  platformFee: number;
  totalAmount: number;
}): PaymentCall => ({ url: 'api/rlusd/payment', body: { ...body, type: 'property_investment' } });
/** Without a fee (REQ-2.7.1). */
export const checkoutOf = (body: {
  propertyId: number;
  tokensRequested: number;
  amount: number;
  walletAddress: string;
}): PaymentCall => ({ url: 'api/rlusd/create-payment', body: { ...body, tokenHolderId: body.walletAddress } });
export const refundOfPayment = (paymentId: string): PaymentCall => ({
  url: `api/rlusd/payments/${encodeURIComponent(paymentId)}/refund`,
});

export const feeOfPayment = (paymentId: string): PaymentCall => ({
  url: `api/rlusd/payments/${encodeURIComponent(paymentId)}/fee`,
});

/** A kind that this app does not know yet is shown as a general payment. */
export const kindOf = (kind: string): Kind => KINDS[kind as PaymentKind] ?? KINDS.rlusd_payment;

/** REQ-1.8.17, REQ-2.8.11: the message for a payment that the ledger refused. */
export const refusedWords = (kind: string): string =>
  kindOf(kind).refused ?? 'Unable to process RLUSD payment at this time.';

/** `2.5%`, `5%`: a rate of basis points. */
export const rateOf = (bps: bigint | number): string => percent(Number(bps) / 100, Number(bps) % 100 === 0 ? 0 : 1);

/** The rate of a payment's fee, computed from the amounts. */
export const feeRateOf = ({ amount, platformFee }: Pick<PaymentView, 'amount' | 'platformFee'>): string =>
  rateOf(amount > 0 ? Math.round((platformFee / amount) * 1000) * 10 : 0);

/** The result: `5 tokens of Sample Court are yours.` */
export const gainOf = (payment: PaymentView): string =>
  payment.tokens && payment.propertyName && payment.kind === 'property_purchase'
    ? `${tokens(payment.tokens)} of ${payment.propertyName} ${payment.tokens === 1 ? 'is' : 'are'} yours.`
    : kindOf(payment.kind).settled(payment);
