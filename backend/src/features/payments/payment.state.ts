import type { Micro } from '@tknest/contracts/money';
import type { Submission } from '../../platform/ledger/submissions/submission.js';
import type { Leg, PaymentKind } from '@tknest/contracts/events';

/** One attempt at one leg: a submission of the payment. Only the newest attempt can be signed or submitted. */
export interface LegAttempt extends Submission {
  leg: Leg;
  /** Counts from 1. */
  attempt: number;
  identifier: string;
  transaction: Record<string, unknown>;
  /** What its ticket is for, null without one: an attempt proved absent is signed again under the same purpose. */
  purpose: string | null;
  request: { payloadUuid: string; qrCode: string; deepLink: string; websocket: string; expiresAt: string } | null;
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

/** A principal or fee that its payer paid once more. */
export interface Extra {
  hash: string;
  ledgerIndex: number;
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
  latePrincipal: Extra | null;
  /** Principals beyond the one that settled it. */
  extraPrincipals: readonly Extra[];
  /** The newest payment by which the payee pays a principal back, by the principal's hash. */
  refunds: ReadonlyMap<string, string>;
  /** The principal that each payment pays back, also those that came to nothing: one of them may land late. */
  refundTargets: ReadonlyMap<string, string>;
  /** Fees that landed by blobs which were never to be sent. */
  extraFees: readonly Extra[];
  /** The fee that an admin sends back at this moment. */
  feeRefund: string | null;
  feesSentBack: readonly { fee: string; hash: string }[];
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
  extraPrincipals: [],
  refunds: new Map(),
  refundTargets: new Map(),
  extraFees: [],
  feeRefund: null,
  feesSentBack: [],
};

const ENDED: readonly PaymentPhase[] = ['completed', 'failed', 'cancelled', 'declined', 'expired'];
/** True where nothing will be submitted for the principal any more. */
export const hasEnded = (state: PaymentState) => ENDED.includes(state.phase);
/**
 * Principals that are owed back: one that landed after the payment had ended and for which nothing was issued, and
 * every one beyond the first.
 */
export const owedBack = (state: PaymentState): readonly Extra[] => [
  ...(state.latePrincipal && hasEnded(state) && state.phase !== 'completed' && state.kind !== 'refund'
    ? [state.latePrincipal]
    : []),
  ...state.extraPrincipals,
];
/** Every fee that the ledger took for this payment. */
export const feesPaid = (state: PaymentState): readonly string[] => [
  ...(state.legs.platform?.state === 'validated' ? [state.legs.platform.hash!] : []),
  ...state.extraFees.map(({ hash }) => hash),
];
/** Fees that were paid and not sent back: where there is one, no other is asked for. */
export const feesHeld = (state: PaymentState): readonly string[] =>
  feesPaid(state).filter((hash) => !state.feesSentBack.some(({ fee }) => fee === hash));
/** Fees that the platform owes back and has not sent back yet: it keeps one, and none where no principal is settled. */
export const feesOwedBack = (state: PaymentState): readonly string[] => {
  const kept = hasFee(state) && (state.phase === 'completed' || !hasEnded(state)) ? 1 : 0;
  return feesHeld(state).slice(kept);
};
export const hasFee = (state: PaymentState) => state.platformFee > 0n;

/** What a ticket is for whose first use is this attempt. */
export const purposeOf = (paymentId: string, leg: Leg, attempt: number) => `${paymentId}/${leg}/${attempt}`;

export const paymentStream = (paymentId: string) => `payment-${paymentId}`;

/** Xaman keeps identifiers of at most 40 characters; the payment's id has 36. */
const LEG_CODE: Record<Leg, string> = {
  'trust-line': 't',
  authorise: 'a',
  recipient: 'r',
  platform: 'f',
  issuance: 'i',
  'fee-refund': 'b',
};

/** Our name of a sign request, by which it is found again. */
export const identifierOf = (paymentId: string, leg: Leg, attempt: number) => `${paymentId}${LEG_CODE[leg]}${attempt}`;
