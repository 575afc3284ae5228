/** What a movement of money or tokens is called: one word for one thing, in lists, filters and statements. */
import type { ActivityType } from '@tknest/contracts/api';

const WORDS: Record<ActivityType, string> = {
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
/** The same from the recipient's side. */
const RECEIVED: Partial<typeof WORDS> = {
  purchase: 'Tokens sold',
  repayment: 'Repayment received',
  fee: 'Platform fee refunded',
};

export const movementName = (type: ActivityType, direction: 'in' | 'out' | 'none'): string =>
  (direction === 'in' ? RECEIVED[type] : undefined) ?? WORDS[type];

/** For a filter. */
export const MOVEMENT_NAMES = Object.entries(WORDS) as readonly (readonly [ActivityType, string])[];

export const propertyName = (property: { id: number; name: string | null }): string =>
  property.name ?? `Property #${property.id}`;
