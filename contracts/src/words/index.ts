/** Words that pages and files (receipts, statements, case files) share: one word for one thing. */
export * from './facade.js';
export * from './unclaimed.js';
import type { ActivityType, ReceiptLeg, ReceiptView } from '../api/index.js';

/** A property's display name: its name, or its number if the name is missing or not known yet (REQ-2.2.1.3). */
export const propertyName = ({ id, name }: { id: number; name: string | null }): string =>
  name?.trim() || `Property #${id}`;

/** `1 token`, `5000 tokens`: ungrouped, for files, notifications and wallet apps. */
export const countedTokens = (count: number | string | null): string =>
  `${count} ${Number(count) === 1 ? 'token' : 'tokens'}`;

const MOVEMENTS: Readonly<Record<ActivityType, string>> = {
  purchase: 'Purchase',
  refund: 'Refund',
  rent_share: 'Rent share',
  repayment: 'Repayment',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  direct_payment: 'Payment',
  fee: 'Platform fee',
  issuance: 'Tokens issued',
  redemption: 'Tokens redeemed',
};
/** The same from the recipient's perspective. */
const RECEIVED: Partial<typeof MOVEMENTS> = {
  purchase: 'Tokens sold',
  repayment: 'Repayment received',
  fee: 'Platform fee refunded',
};

/** Names of movements of money or tokens, by direction. */
export const movementName = (type: ActivityType, direction: 'in' | 'out' | 'none'): string =>
  (direction === 'in' ? RECEIVED[type] : undefined) ?? MOVEMENTS[type];

/** For a filter. */
export const MOVEMENT_NAMES = Object.entries(MOVEMENTS) as readonly (readonly [ActivityType, string])[];

/** What was paid, as stated on a receipt. */
export const RECEIPT_KINDS: Readonly<Record<ReceiptView['kind'], string>> = {
  property_purchase: 'Token purchase',
  rlusd_payment: 'RLUSD payment',
  principal_payback: 'Repayment',
  deposit: 'Deposit',
  refund: 'Refund',
  fee: 'Platform fee',
  rent_share: 'Rent share',
  withdrawal: 'Withdrawal',
  payout: 'Payout',
};
/** A receipt's fee: a payer paid it on top, from a rent share it was taken before. */
export const receiptFee = (kind: ReceiptView['kind']): string =>
  kind === 'rent_share' ? 'Fee, already deducted' : 'Platform fee';
/** Names of a receipt's transactions. */
export const RECEIPT_LEGS: Readonly<Record<ReceiptLeg['kind'], string>> = {
  payment: 'Payment',
  fee: 'Platform fee',
  tokens: 'Tokens issued',
  'fee-refund': 'Fee refund',
};

/** `Same number`: capitalizes the first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
