/** Folds a payment's events into its state. */
import type { Leg, PaymentEvent } from '@tknest/contracts/events';
import { parseRlusd } from '@tknest/contracts/money';
import type { Folded } from '#platform/event-store/folding.js';
import { RELEASED } from '#platform/ledger/transactions/transaction.js';
import { evolveDelivery } from './delivery.js';
import {
  noPayment,
  paymentStream,
  purposeOf,
  type Landed,
  type LegAttempt,
  type OrphanBlob,
  type PaymentState,
} from './payment.state.js';

export function evolvePayment(state: PaymentState, event: PaymentEvent, at: Date): PaymentState {
  switch (event.type) {
    case 'PaymentStarted': {
      const { data } = event;
      return {
        ...noPayment,
        phase: 'open',
        paymentId: data.paymentId,
        kind: data.kind,
        payer: data.payer,
        payee: data.payee,
        feeWallet: data.feeWallet,
        propertyId: data.propertyId,
        propertyName: data.propertyName,
        tokens: data.tokens,
        amount: parseRlusd(data.amount),
        platformFee: parseRlusd(data.platformFee),
        memo: data.memo,
        priority: data.priority ?? 'standard',
        refundOf: data.refundOf,
        expiresAt: new Date(data.expiresAt),
        startedAt: at,
      };
    }
    case 'TokenLineChecked':
      return { ...state, line: event.data.line };
    case 'LegPrepared':
      return withLeg({ ...state, networkFee: null, ...fastFeeOf(event.data) }, prepared(state, event.data));
    case 'SignatureRequested': {
      const { payloadUuid, qrCode, deepLink, websocket, expiresAt } = event.data;
      return change(state, event.data, {
        state: 'requested',
        request: { payloadUuid, qrCode, deepLink, websocket, expiresAt },
      });
    }
    case 'LegSigned': {
      const { hash, sequence, ticket, lastLedgerSequence, blobItem } = event.data;
      return change(state, event.data, { state: 'signed', hash, sequence, ticket, lastLedgerSequence, blobItem });
    }
    case 'LegVoided': {
      const { leg, attempt, hash, lastLedgerSequence } = event.data;
      const voided = change(state, event.data, { state: 'void' });
      if (!hash || lastLedgerSequence === null) return voided;
      return { ...voided, orphans: [...voided.orphans, orphanOf(state, { leg, attempt, hash, lastLedgerSequence })] };
    }
    case 'LateSignatureRecorded': {
      const { leg, attempt, hash, lastLedgerSequence } = event.data;
      const closed = change(state, event.data, { state: 'void' });
      if (lastLedgerSequence === null) return closed;
      return { ...closed, orphans: [...state.orphans, orphanOf(state, { leg, attempt, hash, lastLedgerSequence })] };
    }
    case 'PaymentSubmitted': {
      const changed = change(state, event.data, { state: 'submitted', submittedAt: event.data.ledgerIndex });
      return event.data.leg === 'recipient' ? { ...changed, phase: 'settling' } : changed;
    }
    case 'LegValidated': {
      const changed = change(state, event.data, {
        state: 'validated',
        result: event.data.result,
        ledgerIndex: event.data.ledgerIndex,
      });
      if (event.data.leg === 'fee-refund' && state.feeRefund) {
        const sentBack = { fee: state.feeRefund, hash: event.data.hash };
        return { ...changed, feeRefund: null, feesSentBack: [...state.feesSentBack, sentBack] };
      }
      if (event.data.leg === 'recipient') return { ...changed, paidOn: event.data.paidOn ?? null };
      return touchesLine(event.data.leg) ? { ...tried(changed, event.data.leg), line: null } : changed;
    }
    case 'LegHeld':
      return change(state, event.data, { state: 'held' });
    case 'LegFailed': {
      const failed = change(state, event.data, { state: 'failed', result: event.data.result });
      // A held transaction was not refused by the ledger.
      if (event.data.result === RELEASED) return failed;
      const changed = tried(failed, event.data.leg);
      // Ordered again once the obstacle is removed.
      if (event.data.leg === 'fee-refund') return { ...changed, feeRefund: null };
      // A refused issuance means that the line has changed, so it is checked again.
      return touchesLine(event.data.leg) || event.data.leg === 'issuance' ? { ...changed, line: null } : changed;
    }
    case 'FeeLeftUnpaid':
      return { ...state, feeGivenUp: true };
    case 'PaymentCompleted':
      return { ...state, phase: 'completed' };
    case 'PaymentFailed':
      return {
        ...state,
        phase: 'failed',
        error: { code: event.data.code, message: event.data.message },
        orphans: withSigned(state),
      };
    case 'PaymentCancelled':
      return { ...state, phase: event.data.by === 'wallet' ? 'declined' : 'cancelled', orphans: withSigned(state) };
    case 'PaymentExpired':
      return { ...state, phase: 'expired', orphans: withSigned(state) };
    case 'LatePrincipalFound': {
      const { hash, ledgerIndex } = event.data;
      const asked = state.legs.recipient ?? NEVER_ASKED;
      const recipient = { ...asked, state: 'validated' as const, hash, ledgerIndex, result: 'tesSUCCESS' };
      return {
        ...state,
        latePrincipal: { hash, ledgerIndex },
        paidOn: event.data.paidOn ?? null,
        line: null,
        legs: { ...state.legs, recipient },
      };
    }
    case 'PaymentRevived':
      return { ...state, phase: 'settling' };
    case 'RefundBegun': {
      const principal = event.data.principalHash ?? state.latePrincipal?.hash ?? '';
      const { refundId } = event.data;
      return {
        ...state,
        refunds: new Map(state.refunds).set(principal, refundId),
        refundTargets: new Map(state.refundTargets).set(refundId, principal),
      };
    }
    case 'ExtraPrincipalFound':
      return { ...state, extraPrincipals: [...state.extraPrincipals, extraOf(event.data)] };
    case 'ExtraFeeFound':
      return { ...state, extraFees: [...state.extraFees, extraOf(event.data)] };
    case 'FeeRefundOrdered':
      return { ...state, feeRefund: event.data.hash };
    case 'DeliveryChecked':
    case 'DeliveryWaitEnded':
    case 'PrincipalOwedBack':
    case 'OwedBackReleased':
    case 'NetworkFeeTooHigh':
      return evolveDelivery(state, event);
  }
}

/** A ledger included an attempt of the issuer that issued no tokens: it cost a ticket. */
function tried(state: PaymentState, leg: Leg): PaymentState {
  const { delivery } = state;
  if (leg === 'issuance') return { ...state, delivery: { ...delivery, refused: delivery.refused + 1 } };
  if (leg === 'authorise') return { ...state, delivery: { ...delivery, authorised: delivery.authorised + 1 } };
  return state;
}

const extraOf = ({ hash, ledgerIndex }: Landed): Landed => ({ hash, ledgerIndex });
function prepared(state: PaymentState, data: Extract<PaymentEvent, { type: 'LegPrepared' }>['data']): LegAttempt {
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
    purpose: again ? before.purpose : ticket === null ? null : purposeOf(state.paymentId, leg, attempt),
    lastLedgerSequence,
    preparedAt: ledgerIndex,
    request: null,
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
  hash: null,
  blobItem: null,
  submittedAt: null,
  result: null,
  ledgerIndex: null,
};

const fastFeeOf = ({ transaction, feeAsked }: Extract<PaymentEvent, { type: 'LegPrepared' }>['data']) =>
  feeAsked === undefined ? {} : { fastFee: { drops: String(transaction.Fee), asks: feeAsked } };

const touchesLine = (leg: Leg) => leg === 'trust-line' || leg === 'authorise';

function withLeg(state: PaymentState, leg: LegAttempt): PaymentState {
  return { ...state, legs: { ...state.legs, [leg.leg]: leg } };
}

function change(state: PaymentState, at: { leg: Leg; attempt: number }, patch: Partial<LegAttempt>): PaymentState {
  const leg = state.legs[at.leg];
  // An event of an earlier attempt says nothing about the newest one.
  if (!leg || leg.attempt !== at.attempt) return state;
  return withLeg(state, { ...leg, ...patch });
}

/** When a payment ends, its signed but unsubmitted money legs become blobs to watch. */
function withSigned(state: PaymentState): readonly OrphanBlob[] {
  const signed = Object.values(state.legs).flatMap(({ leg, attempt, state: is, hash, lastLedgerSequence }) =>
    is === 'signed' && hash ? [orphanOf(state, { leg, attempt, hash, lastLedgerSequence })] : [],
  );
  return [...state.orphans, ...signed];
}

function orphanOf(state: PaymentState, blob: Omit<OrphanBlob, 'sequence' | 'preparedAt'>): OrphanBlob {
  const { sequence = 0, preparedAt = 1 } = state.legs[blob.leg] ?? {};
  return { ...blob, sequence, preparedAt };
}

/** The stream and its fold. */
export const paymentFold = (paymentId: string): Folded<PaymentState, PaymentEvent> => ({
  stream: paymentStream(paymentId),
  initialState: noPayment,
  evolve: evolvePayment,
  // A wallet that refuses its tokens for days makes the stream long.
  snapshotVersion: 2,
});
