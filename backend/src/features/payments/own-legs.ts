import type { Leg } from '@tknest/contracts/events';

/** Legs that the platform signs. */
export type OwnLeg = Extract<Leg, 'authorise' | 'issuance' | 'fee-refund'>;
export const OWN_KINDS = ['purchase', 'fee-refund'] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

/** The courier's kind of transaction for each leg. */
export const CARRIED_AS: Readonly<Record<OwnLeg, OwnKind>> = {
  authorise: 'purchase',
  issuance: 'purchase',
  'fee-refund': 'fee-refund',
};
