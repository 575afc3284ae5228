/**
 * A kind of payment is a recipe: what it reserves when it begins, which rules it must still meet before money moves,
 * and what a settled, an unpaid and a late one mean for other streams. Pure; nothing else of payments knows a kind.
 *
 * To add a kind: a file here, its name in `kinds/index.ts`, and the use case that starts it.
 */
import type { TransactionType } from '@tknest/contracts/api';
import type { BusinessDate, PaymentKind, PaymentTerms } from '@tknest/contracts/events';
import type { Micro } from '@tknest/contracts/money';
import type { NewEvent } from '#platform/event-store/event-store.js';
import type { Folded } from '#platform/event-store/folding.js';
import type { OpenCase } from '#features/operations-cases/rules.public.js';
import type { Landed, PaidPayment, Payment } from '../payment.state.js';

/** States of the streams that a recipe names, by the names it gives them. */
export type States = any;
/** The same, with those of the payment itself and its payer. */
export type StatesOf<P extends Payment = Payment> = Record<string, any> & { payment: P };
/** Events for those streams. */
export type Writes = Record<string, readonly NewEvent[]>;
export type Streams = Record<string, Folded<any, any>>;

/** What follows from a principal that landed after its payment had ended. */
export type Remedy = 'issue' | 'refund' | 'count';

export interface Recipe {
  readonly kind: PaymentKind;
  /** Tokens are issued for it once its principal is validated. */
  readonly issuesTokens: boolean;
  /** The role in which the payer must still be verified when money moves, or null. */
  readonly verifiedAs: 'investor' | 'landlord' | null;
  /** It is owed: it is paid also by a wallet that is suspended and may begin nothing else. */
  readonly isOwed: boolean;
  /** Left unsigned three times in a row it pauses its payer: it took somebody's time, or tokens from others. */
  readonly pausesWhenUnpaid: boolean;
  /** The type under which the transaction log lists it. */
  readonly listedAs: TransactionType;
  /** Streams beside the payment's and the payer's that move with it. */
  streams(payment: Terms): Streams;
  /** Rejects an order that is wrong in itself, before anything about its payer is checked. @throws Refused */
  mustFit?(payment: Started, states: States): void;
  /** What it takes when it begins. @throws Refused */
  begun(payment: Started, states: States): Writes;
  /** @param today the business day */
  settled(payment: PaidPayment, states: States, today: BusinessDate): Writes;
  /**
   * What its payer is told if its principal was validated and then spent on something else before this payment was
   * known: it ends as failed, and nobody was paid by it. Null otherwise.
   */
  spent?(payment: PaidPayment, states: States): string | null;
  /** The case to open once it is settled, from the states before. */
  casesOfSettled?(payment: PaidPayment, states: States, today: BusinessDate): OpenCase[];
  /** Its principal landed once more, where that is not for the payee to refund; null if it is after all. */
  again?(payment: Payment, extra: Landed, states: States, today: BusinessDate): Writes | null;
  /** It ended and nothing was paid. */
  unpaid(payment: Payment, reason: 'failed' | 'cancelled' | 'expired', states: States): Writes;
  /** Its principal landed although it had ended. */
  late(payment: Payment, states: States): { remedy: Remedy; writes: Writes };
  /** What it is called where transactions are listed. */
  title(payment: Titled): string;
  /** What the payer reads in the wallet app about the principal, at most 280 characters. */
  instruction(payment: Payment): string;
}

/** What a payment's name is made of. */
export type Titled = Pick<PaymentTerms, 'tokens' | 'propertyName' | 'memo'>;

/** What is known of a payment before its first fact. */
export type Terms = Omit<PaymentTerms<Micro>, 'platformFee'>;

/** How a repayment is meant. */
export interface RepaymentOrder {
  /** The payout escrow, or the wallet of the only holder. */
  to: 'escrow' | 'holder';
  earlyPrincipal: 'term' | 'instalment';
  allEarly: boolean;
}

/** What is known when it begins. */
export interface Started extends Terms {
  /** The refund of the same principal that has ended without being paid. */
  previousRefund?: string | null;
  repayment?: RepaymentOrder | null;
  /** The business day. */
  today: BusinessDate;
}
