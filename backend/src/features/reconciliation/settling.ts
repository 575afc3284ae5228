/** The events that record a transaction as settled, and the names of a manual issuance's steps in `leg_hashes`. */
import type { PayoutFeePaid, PayoutSettled, UnclaimedPaid } from '@tknest/contracts/events';
import type { RecordedEvent } from '#platform/event-store/event-store.js';

/** The events that record a leg as settled. */
export const SETTLING = [
  'LegValidated',
  'LatePrincipalFound',
  'TokensPurchased',
  'TokensIssued',
  'TokensRedeemed',
  'XrpReturned',
  'PayoutSettled',
  'UnclaimedPaid',
  'PayoutFeePaid',
];

/** Steps of a manual or automatic issuance, by their names in `leg_hashes`. */
export const HAND_STEPS = { 'hand-issue': 'issue', 'hand-authorise': 'authorise' } as const;
export const isHand = (leg: string): leg is keyof typeof HAND_STEPS => leg in HAND_STEPS;

export type PaidOut = PayoutSettled | UnclaimedPaid | PayoutFeePaid;
export const isPaidOut = (event: RecordedEvent): event is RecordedEvent & PaidOut =>
  event.type === 'PayoutSettled' || event.type === 'UnclaimedPaid' || event.type === 'PayoutFeePaid';
