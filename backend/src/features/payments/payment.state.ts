import { parseRlusd, type Micro } from '@tknest/contracts/money';
import type { Leg, PayerEvent, PaymentEvent, PaymentKind } from '@tknest/contracts/events';

/** One attempt at one leg. Attempts count up; only the newest can be signed or submitted. */
export interface LegAttempt {
  leg: Leg;
  attempt: number;
  state: 'prepared' | 'requested' | 'signed' | 'submitted' | 'validated' | 'failed' | 'void';
  identifier: string;
  transaction: Record<string, unknown>;
  sequence: number;
  ticket: number | null;
  lastLedgerSequence: number;
  /** Last validated ledger when it was prepared: it can stand in none before. */
  preparedAt: number;
  request: { payloadUuid: string; qrCode: string; deepLink: string; websocket: string; expiresAt: string } | null;
  hash: string | null;
  blobItem: string | null;
  /** Last validated ledger when submission began. */
  submittedAt: number | null;
  result: string | null;
  ledgerIndex: number | null;
}

/** A signed blob that must never be submitted, but that whoever holds it could: watched until its time has passed. */
export interface OrphanBlob {
  leg: Leg;
  attempt: number;
  hash: string;
  lastLedgerSequence: number;
  sequence: number;
  preparedAt: number;
}

export type PaymentPhase = 'none' | 'open' | 'settling' | 'completed' | 'failed' | 'cancelled' | 'declined' | 'expired';

export interface PaymentState {
  phase: PaymentPhase;
  paymentId: string;
  kind: PaymentKind;
  payer: string;
  payee: string;
  feeWallet: string;
  propertyId: number | null;
  propertyName: string | null;
  tokens: number | null;
  amount: Micro;
  platformFee: Micro;
  memo: string | null;
  refundOf: string | null;
  expiresAt: Date;
  startedAt: Date;
  /** What the last look at the payer's token line said; null before the first. */
  line: 'ready' | 'missing' | 'too-small' | 'unauthorised' | 'frozen' | null;
  /** The newest attempt of each leg. */
  legs: Partial<Record<Leg, LegAttempt>>;
  orphans: readonly OrphanBlob[];
  feeGivenUp: boolean;
  error: { code: string; message: string } | null;
  latePrincipal: { hash: string; ledgerIndex: number } | null;
  /** The newest payment by which the payee pays this one back. */
  refund: string | null;
}

export const noPayment: PaymentState = {
  phase: 'none',
  paymentId: '',
  kind: 'rlusd_payment',
  payer: '',
  payee: '',
  feeWallet: '',
  propertyId: null,
  propertyName: null,
  tokens: null,
  amount: 0n,
  platformFee: 0n,
  memo: null,
  refundOf: null,
  expiresAt: new Date(0),
  startedAt: new Date(0),
  line: null,
  legs: {},
  orphans: [],
  feeGivenUp: false,
  error: null,
  latePrincipal: null,
  refund: null,
};

const ENDED: readonly PaymentPhase[] = ['completed', 'failed', 'cancelled', 'declined', 'expired'];
/** True where nothing will be submitted for the principal any more. */
export const hasEnded = (state: PaymentState) => ENDED.includes(state.phase);
/** A purchase needs tokens issued; other payments are done with the principal. */
export const issuesTokens = (state: PaymentState) => state.kind === 'property_purchase';
/** The principal landed, nothing was issued for it and nothing will be: it is owed back. */
export const isOwedBack = (state: PaymentState) =>
  state.latePrincipal !== null && hasEnded(state) && state.phase !== 'completed' && state.kind !== 'refund';
export const hasFee = (state: PaymentState) => state.platformFee > 0n;

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
        refundOf: data.refundOf,
        expiresAt: new Date(data.expiresAt),
        startedAt: at,
      };
    }
    case 'TokenLineChecked':
      return { ...state, line: event.data.line };
    case 'LegPrepared':
      return withLeg(state, {
        leg: event.data.leg,
        attempt: event.data.attempt,
        state: 'prepared',
        identifier: event.data.identifier,
        transaction: event.data.transaction,
        sequence: event.data.sequence,
        ticket: (event.data.transaction.TicketSequence as number | undefined) ?? null,
        lastLedgerSequence: event.data.lastLedgerSequence,
        preparedAt: event.data.ledgerIndex,
        request: null,
        hash: null,
        blobItem: null,
        submittedAt: null,
        result: null,
        ledgerIndex: null,
      });
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
      return touchesLine(event.data.leg) ? { ...changed, line: null } : changed;
    }
    case 'LegFailed': {
      const changed = change(state, event.data, { state: 'failed', result: event.data.result });
      // A refused issuance says that the line is not as it was believed to be: look again.
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
      const recipient = state.legs.recipient && {
        ...state.legs.recipient,
        state: 'validated' as const,
        hash,
        ledgerIndex,
        result: 'tesSUCCESS',
      };
      return {
        ...state,
        latePrincipal: { hash, ledgerIndex },
        line: null,
        legs: { ...state.legs, ...(recipient ? { recipient } : {}) },
      };
    }
    case 'PaymentRevived':
      return { ...state, phase: 'settling' };
    case 'RefundBegun':
      return { ...state, refund: event.data.refundId };
  }
}

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
  const signed = Object.values(state.legs).filter((leg) => leg.state === 'signed' && leg.hash);
  return [
    ...state.orphans,
    ...signed.map(({ leg, attempt, hash, lastLedgerSequence }) =>
      orphanOf(state, { leg, attempt, hash: hash!, lastLedgerSequence }),
    ),
  ];
}

function orphanOf(state: PaymentState, blob: Omit<OrphanBlob, 'sequence' | 'preparedAt'>): OrphanBlob {
  const { sequence = 0, preparedAt = 1 } = state.legs[blob.leg] ?? {};
  return { ...blob, sequence, preparedAt };
}

/** Which payment of a wallet is open, and how many in a row were left unsigned. */
export interface PayerState {
  open: string | null;
  unsignedInARow: number;
  lastUnsignedAt: Date | null;
}

export const newPayer: PayerState = { open: null, unsignedInARow: 0, lastUnsignedAt: null };

export function evolvePayer(state: PayerState, event: PayerEvent): PayerState {
  switch (event.type) {
    case 'PayerPaymentOpened':
      return { ...state, open: event.data.paymentId };
    case 'PayerPaymentClosed': {
      const unsigned = event.data.outcome === 'unsigned';
      return {
        open: state.open === event.data.paymentId ? null : state.open,
        unsignedInARow: unsigned ? state.unsignedInARow + 1 : 0,
        lastUnsignedAt: unsigned ? new Date(event.data.at) : state.lastUnsignedAt,
      };
    }
  }
}

export const paymentStream = (paymentId: string) => `payment-${paymentId}`;
export const payerStream = (wallet: string) => `payer-${wallet}`;
