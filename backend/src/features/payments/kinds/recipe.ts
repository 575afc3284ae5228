/**
 * A kind of payment is a recipe: what it reserves when it begins, which rules it must still meet before money moves,
 * and what its settlement, its unpaid end and its late arrival mean for other streams. Pure; no other part of payments
 * knows the kinds.
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

/** States of a recipe's streams, by the recipe's names for them. */
export type States = any;
/** The same, with those of the payment itself and its payer. */
export type StatesOf<P extends Payment = Payment> = Record<string, any> & { payment: P };
/** Events for those streams. */
export type Writes = Record<string, readonly NewEvent[]>;
export type Streams = Record<string, Folded<any, any>>;

/** What follows from a principal that reached the ledger after its payment had ended. */
export type Remedy = 'issue' | 'refund' | 'count';

export interface Recipe {
  readonly kind: PaymentKind;
  /** Whether tokens are issued for it once its principal is validated. */
  readonly issuesTokens: boolean;
  /** The role in which the payer must still be verified when money moves, or null. */
  readonly verifiedAs: 'investor' | 'landlord' | null;
  /** Whether it pays a debt, so that a suspended wallet may begin it too. */
  readonly isOwed: boolean;
  /**
   * Whether three of them left unsigned in a row pause their payer, because they hold tokens or take somebody's time.
   */
  readonly pausesWhenUnpaid: boolean;
  /**
   * Whether settling it also records what has fallen due by its day. So it waits until everything that reached the
   * payout escrow before that day is booked.
   */
  readonly waitsForEscrow?: true;
  /** The type under which the transaction log lists it. */
  readonly listedAs: TransactionType;
  /** Streams that change with it, besides the payment's and the payer's. */
  streams(payment: Terms): Streams;
  /** Rejects an order that is wrong in itself, before anything about its payer is checked. @throws Refused */
  mustFit?(payment: Started, states: States): void;
  /** What it reserves when it begins. @throws Refused */
  begun(payment: Started, states: States): Writes;
  /** @param today the business day */
  settled(payment: PaidPayment, states: States, today: BusinessDate): Writes;
  /**
   * What its payer is told if its principal was validated and then spent on something else before this payment was
   * known: it ends as failed, and paid nobody. Null otherwise.
   */
  spent?(payment: PaidPayment, states: States): string | null;
  /** Cases to open once it is settled, from the states before. */
  casesOfSettled?(payment: PaidPayment, states: States, today: BusinessDate): OpenCase[];
  /** Its principal was paid a second time: where that money goes; null if the payee must refund it. */
  again?(payment: Payment, extra: Landed, states: States, today: BusinessDate): Writes | null;
  /** Cases to open with it. */
  casesOfAgain?(payment: Payment, extra: Landed, states: States): OpenCase[];
  /** It ended unpaid, and no signed principal can reach a ledger any more. */
  unpaid(payment: Payment, reason: 'failed' | 'cancelled' | 'expired', states: States): Writes;
  /** Its principal reached the ledger although it had ended. */
  late(payment: Payment, states: States): { remedy: Remedy; writes: Writes };
  /** Its title in lists of transactions. */
  title(payment: Titled): string;
  /** What the payer reads in the wallet app about the principal, at most 280 characters. */
  instruction(payment: Payment): string;
}

/** The data for a payment's title. */
export type Titled = Pick<PaymentTerms, 'tokens' | 'propertyName' | 'memo'>;

/** What is known about a payment before its first event. */
export type Terms = Omit<PaymentTerms<Micro>, 'platformFee'>;

/** The landlord's options for a repayment. */
export interface RepaymentOrder {
  /** The payout escrow, or the wallet of the only holder. */
  to: 'escrow' | 'holder';
  earlyPrincipal: 'term' | 'instalment';
  allEarly: boolean;
  /** A restored log lost it. */
  isPaid?: true;
}

/** What is known when it begins. */
export interface Started extends Terms {
  /** The refund of the same principal that has ended without being paid. */
  previousRefund?: string | null;
  repayment?: RepaymentOrder | null;
  /** The business day. */
  today: BusinessDate;
}
