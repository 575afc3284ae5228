/** The facts of the log that call a transaction settled, and how `leg_hashes` names those of a manual issuance. */
import type { PayoutFeePaid, PayoutSettled, UnclaimedPaid } from '@tknest/contracts/events';
import type { RecordedEvent } from '#platform/event-store/event-store.js';

/** The facts that call a leg settled. */
export const SETTLING = [
  'LegValidated',
  'LatePrincipalFound',
  'TokensPurchased',
  'TokensIssued',
  'TokensRedeemed',
  'PayoutSettled',
  'UnclaimedPaid',
  'PayoutFeePaid',
];

/** Steps of a manual issuance or by automation, by what `leg_hashes` calls them. */
export const HAND_STEPS = { 'hand-issue': 'issue', 'hand-authorise': 'authorise' } as const;
export const isHand = (leg: string): leg is keyof typeof HAND_STEPS => leg in HAND_STEPS;

export type PaidOut = PayoutSettled | UnclaimedPaid | PayoutFeePaid;
export const isPaidOut = (event: RecordedEvent): event is RecordedEvent & PaidOut =>
  event.type === 'PayoutSettled' || event.type === 'UnclaimedPaid' || event.type === 'PayoutFeePaid';
