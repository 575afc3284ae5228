/**
 * A kind of payment is a recipe: what it reserves when it begins, which rules it must still meet before money moves,
 * and what a settled, an unpaid and a late one mean for other streams. Pure; the engine and the deciders know no kind.
 *
 * To add a kind: a file here, its name in `kinds/index.ts`, and the use case that starts it.
 */
import type { PaymentKind } from '@tknest/contracts/events';
import type { NewEvent } from '../../../platform/event-store/event-store.js';
import type { Folded } from '../../../platform/event-store/folding.js';
import type { PaymentState } from '../payment.state.js';

/** States of the streams that a recipe names, by the names it gives them. */
export type States = any;
/** Events for those streams. */
export type Writes = Record<string, readonly NewEvent[]>;
export type Streams = Record<string, Folded<any, any>>;

/** What follows from a principal that landed after its payment had ended. */
export type Remedy = 'issue' | 'refund' | 'count';

export interface Recipe {
  readonly kind: PaymentKind;
  /** Tokens are issued for it once its principal is validated. */
  readonly issuesTokens: boolean;
  /** As whom the payer must still be verified when money moves, or null. */
  readonly verifiedAs: 'investor' | 'landlord' | null;
  /** Streams beside the payment's and the payer's that move with it. */
  streams(payment: Terms): Streams;
  /** What it takes when it begins. @throws Refused */
  begun(payment: Terms, states: States): Writes;
  settled(payment: PaymentState, states: States): Writes;
  /** It ended and nothing was paid. */
  unpaid(payment: PaymentState, reason: 'failed' | 'cancelled' | 'expired', states: States): Writes;
  /** Its principal landed although it had ended. */
  late(payment: PaymentState, states: States): { remedy: Remedy; writes: Writes };
  /** What the payer reads in the wallet app about the principal, at most 280 characters. */
  instruction(payment: PaymentState): string;
}

/** What is known of a payment before its first fact. */
export type Terms = Pick<
  PaymentState,
  'paymentId' | 'kind' | 'payer' | 'payee' | 'amount' | 'propertyId' | 'tokens' | 'refundOf'
>;
