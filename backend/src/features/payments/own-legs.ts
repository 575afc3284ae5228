/** Legs that the platform signs: by which account, and what their tickets are for. Pure. */
import type { Leg, PlatformAccountName } from '@tknest/contracts/events';
import { expectedOf, type Loaded } from '../../platform/event-store/folding.js';
import type { PurposeStanding } from '../../platform/ledger/accounts/ticket-sweep.js';
import { hasEnded, purposeOf, type PaymentState } from './payment.state.js';

export type OwnLeg = Extract<Leg, 'authorise' | 'issuance' | 'fee-refund'>;

export const SIGNERS: Record<OwnLeg, PlatformAccountName> = {
  authorise: 'issuer',
  issuance: 'issuer',
  'fee-refund': 'feeWallet',
};
/** The platform's account that signs a leg, or null where the payer does. */
export const signerOf = (leg: Leg): PlatformAccountName | null => SIGNERS[leg as OwnLeg] ?? null;

/** Purposes as `purposeOf` makes them. */
export const PURPOSE = /^([0-9a-f-]{36})\/(authorise|issuance|fee-refund)\/(\d+)$/;

/**
 * How a payment stands to a ticket of one of its legs: while it may sign with it, or what it signed may land, it keeps
 * it.
 */
export function standingOf(purpose: string, { state: payment, ...loaded }: Loaded<PaymentState>): PurposeStanding {
  const as = { stream: loaded.stream, expected: expectedOf(loaded) };
  if (payment.phase === 'none') return { is: 'unknown', as };
  const attempt = payment.legs[PURPOSE.exec(purpose)![2] as OwnLeg];
  if (!hasEnded(payment) || payment.feeRefund || attempt?.state === 'submitted') return { is: 'open' };
  return { is: 'over', lastLedgerSequence: attempt?.lastLedgerSequence ?? 0, as };
}

/** The payment that a ticket's purpose belongs to. */
export const paymentOf = (purpose: string): string => PURPOSE.exec(purpose)![1]!;

/** What the next attempt's ticket is for: an attempt that is proved absent keeps its ticket for the next. */
export function purposeFor(payment: PaymentState, leg: OwnLeg): string {
  const before = payment.legs[leg];
  const again = before?.state === 'void' && before.ticket !== null;
  return again ? before.purpose! : purposeOf(payment.paymentId, leg, (before?.attempt ?? 0) + 1);
}
