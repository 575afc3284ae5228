/**
 * How a payment begins and ends. Each decision returns events for the payment, its payer and the streams of its recipe,
 * which are committed together. Pure: the time and the states of other streams are parameters.
 */
import {
  SPENT_BEFORE,
  type BusinessDate,
  type PayerEvent,
  type PaymentEvent,
  type PrincipalOwedBack,
} from '@tknest/contracts/events';
import { feeOf, toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { owedFact } from './delivery.js';
import { recipeOf } from './kinds/index.js';
import type { Remedy, Started, States, StatesOf, Writes } from './kinds/recipe.js';
import { mayBegin, mayPayUnverified, type PayerState } from './payer.decider.js';
import { evolvePayment } from './payment.evolve.js';
import {
  feesOwedBack,
  hasEnded,
  type Landed,
  type PaidPayment,
  type Payment,
  type PaymentState,
  type Principal,
} from './payment.state.js';

export interface StartPayment extends Started {
  feeBps: bigint;
  now: Date;
  expiryMinutes: number;
  /** The most that the payer may pay directly without being verified; null if there is no limit. */
  unverifiedMax?: Micro | null;
}

/** Begins a payment, with what its recipe reserves for it. @throws Refused */
export function startPayment(command: StartPayment, states: States): Writes {
  const { payment, payer }: { payment: PaymentState; payer: PayerState } = states;
  if (payment.phase !== 'none') return {};
  const recipe = recipeOf(command);
  const { previousRefund: _, repayment: __, today: ___, feeBps, now, expiryMinutes, unverifiedMax, ...terms } = command;
  const { paymentId, payer: wallet, kind, amount } = terms;
  const reserves = recipe.issuesTokens ? terms.propertyId : null;
  const expiryMs = mayBegin(payer, { kind, reserves, now, expiryMs: expiryMinutes * 60_000 });
  if (unverifiedMax != null) mayPayUnverified(payer, { amount, now }, unverifiedMax);
  const platformFee = feeOf(amount, feeBps);
  const started: PaymentEvent = {
    type: 'PaymentStarted',
    data: {
      ...terms,
      amount: toDecimal(amount),
      platformFee: toDecimal(platformFee),
      totalAmount: toDecimal(amount + platformFee),
      expiresAt: new Date(now.getTime() + expiryMs).toISOString(),
    },
  };
  const opened: PayerEvent = {
    type: 'PayerPaymentOpened',
    data: {
      wallet,
      paymentId,
      kind,
      reserves,
      ...(kind === 'rlusd_payment' && { direct: toDecimal(amount) }),
      at: now.toISOString(),
    },
  };
  return { payment: [started], payer: [opened], ...recipe.begun(command, states) };
}

export type Unpaid = Extract<PaymentEvent, { type: 'PaymentFailed' | 'PaymentCancelled' | 'PaymentExpired' }>;

/**
 * Nothing was paid: the payer's lock is released with the payment's last event, and so are reserved tokens, unless a
 * signed principal could still reach a ledger.
 */
export function endUnpaid(ending: Unpaid, before: readonly PaymentEvent[], now: Date, states: StatesOf): Writes {
  const { payment } = states;
  const after = [...before, ending].reduce((state, event) => evolvePayment(state, event, now), payment);
  return {
    payment: [...before, ending],
    payer: closePayer(payment, states.payer, outcomeOf(ending), now),
    ...(after.holds ? {} : unpaid(after, states)),
  };
}

/** No signed principal of an ended payment can reach a ledger any more. */
export const releaseHeld = (states: StatesOf): Writes => ({
  payment: [{ type: 'PrincipalProvedAbsent', data: { paymentId: states.payment.paymentId } }],
  ...unpaid(states.payment, states),
});

const REASONS = { failed: 'failed', cancelled: 'cancelled', declined: 'cancelled', expired: 'expired' } as const;
const unpaid = (ended: Payment, states: StatesOf): Writes =>
  recipeOf(ended).unpaid(ended, REASONS[ended.phase as keyof typeof REASONS], states);

/** How a payment ends whose tokens are issued no more: the payee owes its principal back. */
export function undeliverable(payment: PaidPayment, today: BusinessDate): { owed: PrincipalOwedBack; ending: Unpaid } {
  const owed = owedFact(payment, today);
  const message = 'The tokens could not be issued. The landlord owes the payment back.';
  const data = { paymentId: payment.paymentId, code: `undeliverable-${owed.data.reason}`, message };
  return { owed, ending: { type: 'PaymentFailed', data } };
}

function outcomeOf(ending: Unpaid): Outcome {
  if (ending.type === 'PaymentFailed') return 'failed';
  if (ending.type === 'PaymentExpired') return 'unsigned';
  return ending.data.by === 'wallet' ? 'declined' : 'cancelled';
}

/** The message for the payer if a validated principal was spent before its payment was known; null otherwise. */
export const spentBefore = (states: StatesOf<PaidPayment>): string | null =>
  recipeOf(states.payment).spent?.(states.payment, states) ?? null;

/** The principal is validated and its tokens, if any, are issued. @param today the business day */
export function completePayment(now: Date, today: BusinessDate, states: StatesOf<PaidPayment>): Writes {
  const { payment } = states;
  const message = spentBefore(states);
  if (message !== null) {
    const data = { paymentId: payment.paymentId, code: SPENT_BEFORE, message };
    return endUnpaid({ type: 'PaymentFailed', data }, [], now, states);
  }
  return {
    payment: [{ type: 'PaymentCompleted', data: { paymentId: payment.paymentId } }],
    payer: closePayer(payment, states.payer, 'settled', now),
    ...recipeOf(payment).settled(payment, states, today),
  };
}

type Outcome = Extract<PayerEvent, { type: 'PayerPaymentClosed' }>['data']['outcome'];

function closePayer(
  { payer: wallet, paymentId }: Payment,
  payer: PayerState,
  outcome: Outcome,
  now: Date,
): PayerEvent[] {
  if (payer.open !== paymentId) return [];
  return [{ type: 'PayerPaymentClosed', data: { wallet, paymentId, outcome, at: now.toISOString() } }];
}

/** What follows from a principal that reached the ledger after its payment had ended. */
export const remedyOf = (states: StatesOf): Remedy => recipeOf(states.payment).late(states.payment, states).remedy;

/**
 * A principal reached the ledger after its payment had ended: the payment is revived, or the payee owes the principal
 * back.
 */
export function acceptLatePrincipal(late: Omit<Principal, 'isLate'>, states: StatesOf): Writes {
  const { payment } = states;
  const { paymentId } = payment;
  const { remedy, writes } = recipeOf(payment).late(payment, states);
  const found: PaymentEvent = {
    type: 'LatePrincipalFound',
    data: { paymentId, ...late, delivered: toDecimal(payment.amount) },
  };
  const revived: PaymentEvent[] = remedy === 'refund' ? [] : [{ type: 'PaymentRevived', data: { paymentId } }];
  return { payment: [found, ...revived], ...writes };
}

/** A principal or fee was paid a second time. Idempotent. @param foundOn the business day */
export function acceptExtra(
  what: 'principal' | 'fee',
  { hash, ledgerIndex }: Landed,
  { paymentId, amount, platformFee, extraPrincipals, extraFees }: Payment,
  foundOn: BusinessDate,
): PaymentEvent[] {
  const known = what === 'principal' ? extraPrincipals : extraFees;
  if (known.some((extra) => extra.hash === hash)) return [];
  return what === 'principal'
    ? [{ type: 'ExtraPrincipalFound', data: { paymentId, hash, ledgerIndex, delivered: toDecimal(amount), foundOn } }]
    : [{ type: 'ExtraFeeFound', data: { paymentId, hash, ledgerIndex, delivered: toDecimal(platformFee) } }];
}

/** An admin orders the refund of a fee that was paid twice. @throws Refused if none is owed */
export function orderFeeRefund(reason: string, payment: PaymentState): PaymentEvent[] {
  if (payment.phase === 'none') throw new Refused('not-found', 'No such payment');
  if (payment.feeRefund) return [];
  const [hash] = feesOwedBack(payment);
  if (!hash) throw new Refused('conflict', 'No fee of this payment is to be sent back');
  if (!hasEnded(payment)) throw new Refused('conflict', 'This payment is in progress. Wait until it has ended.');
  return [{ type: 'FeeRefundOrdered', data: { paymentId: payment.paymentId, hash, reason } }];
}

/** Withdraws a payment, which is possible until submission of the principal begins. @throws Refused */
export function cancelPayment(payment: Payment): Extract<PaymentEvent, { type: 'PaymentCancelled' }> | null {
  if (payment.phase === 'cancelled') return null;
  if (payment.phase !== 'open')
    throw new Refused(
      'conflict',
      payment.phase === 'settling' || payment.phase === 'completed'
        ? 'Too late to cancel: the payment is on its way to the ledger'
        : 'This payment has already ended',
    );
  return { type: 'PaymentCancelled', data: { paymentId: payment.paymentId, by: 'payer' } };
}
