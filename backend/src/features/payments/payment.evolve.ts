/** Folds a payment's events into its state. */
import type { Leg, PaymentEvent, PaymentStarted } from '@tknest/contracts/events';
import { parseRlusd } from '@tknest/contracts/money';
import type { Folded } from '#platform/event-store/folding.js';
import { RELEASED } from '#platform/ledger/transactions/transaction.js';
import { evolveDelivery } from './delivery.js';
import {
  isPaid,
  dueAfter,
  feesOwedBack,
  landedAt,
  noPayment,
  orphanPrincipals,
  owedBack,
  paymentStream,
  purposeOf,
  type LegAttempt,
  type OrphanBlob,
  type OwnLeg,
  type Payment,
  type PaymentState,
  type Principal,
} from './payment.state.js';

export function evolvePayment(state: Payment, event: PaymentEvent, at: Date): Payment;
export function evolvePayment(state: PaymentState, event: PaymentEvent, at: Date): PaymentState;
export function evolvePayment(state: PaymentState, event: PaymentEvent, at: Date): PaymentState {
  if (state.phase === 'none') return event.type === 'PaymentStarted' ? openPayment(event.data, at) : state;
  // Its terms never change, nor does it begin again, whatever a forged second event says.
  return event.type === 'PaymentStarted' ? state : evolveStarted(state, event);
}

/** A payment as its first fact begins it. */
export function openPayment(data: PaymentStarted['data'], startedAt: Date): Payment {
  const { amount, platformFee, totalAmount: _, expiresAt, ...terms } = data;
  return {
    ...terms,
    amount: parseRlusd(amount),
    platformFee: parseRlusd(platformFee),
    expiresAt: new Date(expiresAt),
    startedAt,
    phase: 'open',
    principal: null,
    owed: null,
    error: null,
    fastFee: null,
    line: null,
    legs: {},
    orphans: [],
    holds: false,
    feeGivenUp: false,
    feeWaived: false,
    extraPrincipals: [],
    refunds: new Map(),
    refundTargets: new Map(),
    extraFees: [],
    feeRefund: null,
    feesSentBack: [],
    delivery: { obstacle: null, until: null, waitEnded: null, refused: 0, authorised: 0 },
    networkFee: null,
  };
}

function evolveStarted(state: Payment, event: Exclude<PaymentEvent, PaymentStarted>): Payment {
  switch (event.type) {
    case 'TokenLineChecked':
      return { ...state, line: event.data.line };
    case 'LegPrepared':
      return withLeg({ ...state, networkFee: null, ...fastFeeOf(event.data) }, prepared(state, event.data));
    case 'SignatureRequested': {
      const { payloadUuid, qrCode, deepLink, websocket, expiresAt } = event.data;
      const request = { payloadUuid, qrCode, deepLink, websocket, expiresAt };
      return change(state, event.data, (leg) => ({ ...leg, state: 'requested', request }));
    }
    case 'LegSigned': {
      const { hash, sequence, ticket, lastLedgerSequence, blobItem, signedOn = null } = event.data;
      const known = { hash, sequence, ticket, lastLedgerSequence, blobItem, signedOn };
      return change(state, event.data, (leg) => ({ ...leg, ...known, state: 'signed' }));
    }
    case 'LegVoided': {
      const { leg, attempt, hash, lastLedgerSequence } = event.data;
      const voided = change(state, event.data, (one) => ({ ...one, state: 'void' }));
      if (!hash || lastLedgerSequence === null) return voided;
      return { ...voided, orphans: [...voided.orphans, orphanOf(state, { leg, attempt, hash, lastLedgerSequence })] };
    }
    case 'LateSignatureRecorded': {
      const { leg, attempt, hash, lastLedgerSequence } = event.data;
      const closed = change(state, event.data, (one) => ({ ...one, state: 'void' }));
      if (lastLedgerSequence === null) return closed;
      return { ...closed, orphans: [...state.orphans, orphanOf(state, { leg, attempt, hash, lastLedgerSequence })] };
    }
    case 'PaymentSubmitted': {
      const { ledgerIndex: submittedAt } = event.data;
      const changed = change(state, event.data, (leg) => ({
        ...withHash(leg, event.data),
        state: 'submitted',
        submittedAt,
      }));
      return event.data.leg === 'recipient' ? { ...changed, phase: 'settling', error: null } : changed;
    }
    case 'LegValidated': {
      const { hash, result, ledgerIndex, paidOn } = event.data;
      const validated = { state: 'validated' as const, result, ledgerIndex };
      const changed = change(state, event.data, (leg) => ({ ...withHash(leg, event.data), ...validated }));
      if (event.data.leg === 'fee-refund' && state.feeRefund) {
        const sentBack = { fee: state.feeRefund, hash };
        return { ...changed, feeRefund: null, feesSentBack: [...state.feesSentBack, sentBack] };
      }
      if (event.data.leg === 'recipient') {
        const { recipient } = changed.legs;
        if (recipient?.state !== 'validated') return changed;
        return paidBy(changed, { ...landedAt(recipient), paidOn: paidOn!, foundOn: paidOn!, isLate: false });
      }
      return touchesLine(event.data.leg) ? { ...tried(changed, event.data.leg), line: null } : changed;
    }
    case 'LegHeld':
      return change(state, event.data, (leg) => ({ ...withHash(leg, event.data), state: 'held' }));
    case 'LegFailed': {
      const { result } = event.data;
      const failed = change(state, event.data, (leg) => ({ ...leg, state: 'failed', result }));
      // A held transaction was not refused by the ledger.
      if (result === RELEASED) return failed;
      const changed = tried(failed, event.data.leg);
      // Ordered again once the obstacle is removed.
      if (event.data.leg === 'fee-refund') return { ...changed, feeRefund: null };
      // A refused issuance means that the line has changed, so it is checked again.
      return touchesLine(event.data.leg) || event.data.leg === 'issuance' ? { ...changed, line: null } : changed;
    }
    case 'FeeLeftUnpaid':
      return { ...state, feeGivenUp: true };
    case 'PrincipalProvedAbsent':
      return { ...state, holds: false };
    case 'OwedFeePaid': {
      const isKnown = state.extraFees.some(({ hash }) => hash === event.data.hash);
      return isKnown ? state : { ...state, extraFees: [...state.extraFees, landedAt(event.data)] };
    }
    case 'FeeWaived':
      return { ...state, feeWaived: true };
    case 'PaymentCompleted':
      // Without a principal nothing is complete.
      return isPaid(state) ? { ...state, phase: 'completed', owed: null, error: null } : state;
    case 'PaymentFailed': {
      const { code, message } = event.data;
      return { ...state, ...afterEnd(state), phase: 'failed', error: { code, message } };
    }
    case 'PaymentCancelled':
      return unpaid(state, event.data.by === 'wallet' ? 'declined' : 'cancelled');
    case 'PaymentExpired':
      return unpaid(state, 'expired');
    case 'LatePrincipalFound': {
      const { hash, ledgerIndex, paidOn, foundOn } = event.data;
      const asked = state.legs.recipient ?? NEVER_ASKED;
      const recipient = { ...asked, state: 'validated' as const, hash, ledgerIndex, result: 'tesSUCCESS' };
      return paidBy({ ...withLeg(state, recipient), line: null }, { hash, ledgerIndex, paidOn, foundOn, isLate: true });
    }
    case 'PaymentRevived':
      return { ...state, phase: 'settling', error: null };
    case 'RefundBegun': {
      const { refundId, principalHash: principal } = event.data;
      // A web process may write this event: it names a principal that is owed back, and a refund pays only one.
      if (state.refundTargets.has(refundId) || !owedBack(state).some(({ hash }) => hash === principal)) return state;
      return {
        ...state,
        refunds: new Map(state.refunds).set(principal, refundId),
        refundTargets: new Map(state.refundTargets).set(refundId, principal),
      };
    }
    case 'ExtraPrincipalFound':
      return { ...state, extraPrincipals: [...state.extraPrincipals, dueAfter(event.data)] };
    case 'ExtraFeeFound':
      return { ...state, extraFees: [...state.extraFees, landedAt(event.data)] };
    case 'FeeRefundOrdered': {
      // A web process may write this event, so it never makes a worker send back what is not owed or under way.
      const isOwed = state.feeRefund === null && feesOwedBack(state).includes(event.data.hash);
      return isOwed ? { ...state, feeRefund: event.data.hash } : state;
    }
    case 'DeliveryChecked':
    case 'DeliveryWaitEnded':
    case 'PrincipalOwedBack':
    case 'OwedBackReleased':
    case 'NetworkFeeTooHigh':
      return evolveDelivery(state, event);
  }
}

/** A ledger included an attempt of the issuer that issued no tokens: it cost a ticket. */
function tried(state: Payment, leg: Leg): Payment {
  const { delivery } = state;
  if (leg === 'issuance') return { ...state, delivery: { ...delivery, refused: delivery.refused + 1 } };
  if (leg === 'authorise') return { ...state, delivery: { ...delivery, authorised: delivery.authorised + 1 } };
  return state;
}

/** A payment that was open settles with its principal; one that has ended is revived or failed by a fact of its own. */
const paidBy = (state: Payment, principal: Principal): Payment =>
  state.phase === 'open' ? { ...state, phase: 'settling', principal } : { ...state, principal, holds: false };

const unpaid = (state: Payment, phase: 'cancelled' | 'declined' | 'expired'): Payment => ({
  ...state,
  ...afterEnd(state),
  phase,
  owed: null,
  error: null,
});

function prepared(state: Payment, data: Extract<PaymentEvent, { type: 'LegPrepared' }>['data']): LegAttempt {
  const { leg, attempt, identifier, transaction, sequence, lastLedgerSequence, ledgerIndex } = data;
  const ticket = (transaction.TicketSequence as number | undefined) ?? null;
  const before = state.legs[leg];
  const again = ticket !== null && before?.ticket === ticket;
  return {
    leg,
    attempt,
    state: 'prepared',
    identifier,
    transaction,
    sequence,
    ticket,
    purpose: again ? before.purpose : ticket === null ? null : purposeOf(state.paymentId, leg as OwnLeg, attempt),
    lastLedgerSequence,
    preparedAt: ledgerIndex,
    request: null,
    signedOn: null,
    hash: null,
    blobItem: null,
    submittedAt: null,
    result: null,
    ledgerIndex: null,
  };
}

/** A principal that was never requested according to the restored log. */
const NEVER_ASKED: LegAttempt = {
  leg: 'recipient',
  attempt: 0,
  state: 'prepared',
  identifier: '',
  transaction: {},
  sequence: 0,
  ticket: null,
  purpose: null,
  lastLedgerSequence: 0,
  preparedAt: 0,
  request: null,
  signedOn: null,
  hash: null,
  blobItem: null,
  submittedAt: null,
  result: null,
  ledgerIndex: null,
};

const fastFeeOf = ({ transaction, feeAsked }: Extract<PaymentEvent, { type: 'LegPrepared' }>['data']) =>
  feeAsked === undefined ? {} : { fastFee: { drops: String(transaction.Fee), asks: feeAsked } };

const touchesLine = (leg: Leg) => leg === 'trust-line' || leg === 'authorise';

function withLeg(state: Payment, leg: LegAttempt): Payment {
  return { ...state, legs: { ...state.legs, [leg.leg]: leg } };
}

function change(state: Payment, at: { leg: Leg; attempt: number }, changed: (leg: LegAttempt) => LegAttempt): Payment {
  const leg = state.legs[at.leg];
  // An event of an earlier attempt says nothing about the newest one.
  if (!leg || leg.attempt !== at.attempt) return state;
  return withLeg(state, changed(leg));
}

/** What was signed keeps its hash, whatever a later fact says. */
const withHash = (leg: LegAttempt, { hash }: { hash: string }) => ({ ...leg, hash: leg.hash ?? hash });

function afterEnd(state: Payment): Pick<Payment, 'orphans' | 'holds'> {
  const orphans = withSigned(state);
  return { orphans, holds: state.principal === null && orphanPrincipals({ orphans }).length > 0 };
}

/** When a payment ends, its signed but unsubmitted money legs become blobs to watch. */
function withSigned(state: Payment): readonly OrphanBlob[] {
  const signed = Object.values(state.legs).flatMap((one) => {
    if (one.state !== 'signed') return [];
    const { leg, attempt, hash, lastLedgerSequence } = one;
    return [orphanOf(state, { leg, attempt, hash, lastLedgerSequence })];
  });
  return [...state.orphans, ...signed];
}

function orphanOf(state: Payment, blob: Omit<OrphanBlob, 'sequence' | 'preparedAt'>): OrphanBlob {
  const { sequence = 0, preparedAt = 1 } = state.legs[blob.leg] ?? {};
  return { ...blob, sequence, preparedAt };
}

/** Whether a fee that was just found is owed back: the first one for a settled principal is the fee itself. */
export const isFeeOwedWith = (found: readonly PaymentEvent[], payment: Payment): boolean =>
  feesOwedBack(found.reduce((state, event) => evolvePayment(state, event, new Date(0)), payment)).length >
  feesOwedBack(payment).length;

/** The stream and its fold. */
export const paymentFold = (paymentId: string): Folded<PaymentState, PaymentEvent> => ({
  stream: paymentStream(paymentId),
  initialState: noPayment,
  evolve: evolvePayment,
  // A wallet that refuses its tokens for days makes the stream long.
  snapshotVersion: 1,
});
