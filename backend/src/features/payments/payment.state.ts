import type { Micro } from '@tknest/contracts/money';
import { isSigned, type Signed, type Submission } from '#platform/ledger/submissions/submission.js';
import { SPENT_BEFORE, type BusinessDate, type Leg, type PaymentKind } from '@tknest/contracts/events';
import type { OpenSignRequest } from '#platform/wallet-app/wallet-app-port.js';
import { notDelivered, type Delivery, type Owed } from './delivery.state.js';

/** One attempt at one leg: a submission of the payment. Only the newest attempt can be signed or submitted. */
export interface LegAttempt extends Submission {
  leg: Leg;
  /** Counts from 1. */
  attempt: number;
  identifier: string;
  transaction: Record<string, unknown>;
  /**
   * The purpose of its ticket, null without one. An attempt that is proved absent is signed again under the same
   * purpose.
   */
  purpose: string | null;
  request: AskedSignature | null;
}

/** A signature requested from the wallet app. */
export interface AskedSignature extends OpenSignRequest {
  expiresAt: string;
}

/** Whether the wallet app was asked for the signature, and has not answered. */
export const isRequested = (attempt: LegAttempt | undefined): attempt is LegAttempt & { request: AskedSignature } =>
  attempt?.state === 'requested' && attempt.request !== null;

/** A signed blob that the platform must not submit but its holder could: watched until its last ledger has passed. */
export interface OrphanBlob {
  leg: Leg;
  attempt: number;
  hash: string;
  lastLedgerSequence: number;
  sequence: number;
  preparedAt: number;
}

/** A transaction of a payment in a validated ledger. */
export interface Landed {
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
  /** A fast payment offers the network more than the required fee. */
  priority: 'standard' | 'fast';
  /** The fee that the newest transaction of a fast payment offers, and the one that the network requires, drops. */
  fastFee: { drops: string; asks: string } | null;
  refundOf: string | null;
  expiresAt: Date;
  startedAt: Date;
  /** The state of the payer's token line at the last check; null before the first. */
  line: 'ready' | 'missing' | 'too-small' | 'unauthorised' | 'frozen' | null;
  /** The newest attempt of each leg. */
  legs: Partial<Record<Leg, LegAttempt>>;
  orphans: readonly OrphanBlob[];
  feeGivenUp: boolean;
  error: { code: string; message: string } | null;
  latePrincipal: Landed | null;
  /** Principals beyond the one that settled it. */
  extraPrincipals: readonly Landed[];
  /** The newest payment by which the payee pays a principal back, by the principal's hash. */
  refunds: ReadonlyMap<string, string>;
  /** The principal that each refund pays back, including refunds that failed: one of them may be validated late. */
  refundTargets: ReadonlyMap<string, string>;
  /** Fees paid by blobs that should never have been sent. */
  extraFees: readonly Landed[];
  /** The fee that is being refunded now. */
  feeRefund: string | null;
  feesSentBack: readonly { fee: string; hash: string }[];
  /** The business day of the validated principal; null in older logs. */
  paidOn: BusinessDate | null;
  delivery: Delivery;
  /** Set once no tokens will be issued for the principal. */
  owed: Owed | null;
  /** The network's fee while it is above the limit for payers, in drops. */
  networkFee: { drops: string; ceiling: string } | null;
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
  priority: 'standard',
  fastFee: null,
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
  paidOn: null,
  delivery: notDelivered,
  owed: null,
  networkFee: null,
};

/** The leg's transaction in a validated ledger. @throws Error if it has none */
export function landed({ paymentId, legs }: Pick<PaymentState, 'paymentId' | 'legs'>, leg: Leg): Landed {
  const { hash = null, ledgerIndex = null } = legs[leg] ?? {};
  if (hash === null || ledgerIndex === null)
    throw new Error(`The ${leg} leg of payment ${paymentId} is not in a validated ledger`);
  return { hash, ledgerIndex };
}

/** The wallet app's request for this leg. @throws Error if there is none */
export function requestOf({ paymentId, legs }: Pick<PaymentState, 'paymentId' | 'legs'>, leg: Leg): AskedSignature {
  const request = legs[leg]?.request;
  if (!request) throw new Error(`No signature was asked for the ${leg} leg of payment ${paymentId}`);
  return request;
}

/** The payment's property. @throws Error if it has none */
export function propertyOf({ propertyId }: Pick<PaymentState, 'propertyId'>): number {
  if (propertyId === null) throw new Error('This payment is about no property');
  return propertyId;
}

/** The number of tokens that a payment buys. @throws Error if it buys none */
export function tokensOf({ tokens }: Pick<PaymentState, 'tokens'>): number {
  if (tokens === null) throw new Error('This payment is for no tokens');
  return tokens;
}

const ENDED: readonly PaymentPhase[] = ['completed', 'failed', 'cancelled', 'declined', 'expired'];
/** True once nothing more will be submitted for the principal. */
export const hasEnded = (state: PaymentState) => ENDED.includes(state.phase);
/**
 * Principals that are owed back: one for which no tokens will be issued or that was validated after the payment ended,
 * and every one after the first.
 */
export const owedBack = (state: PaymentState): readonly Landed[] => [...firstOwedBack(state), ...state.extraPrincipals];
function firstOwedBack({ owed, latePrincipal, ...state }: PaymentState): readonly Landed[] {
  if (owed) return [{ hash: owed.hash, ledgerIndex: owed.ledgerIndex }];
  const unpaid = ENDED.includes(state.phase) && state.phase !== 'completed' && state.kind !== 'refund';
  return latePrincipal && unpaid ? [latePrincipal] : [];
}
/** Whether a refund has paid its principal back, even one that reached the ledger after it had ended. */
export const isRefundPaid = ({ phase, latePrincipal, error }: PaymentState): boolean =>
  phase === 'completed' || (latePrincipal !== null && error?.code !== SPENT_BEFORE);
/** Every fee that was validated for this payment. */
export const feesPaid = (state: PaymentState): readonly string[] => [
  ...(state.legs.platform?.state === 'validated' ? [landed(state, 'platform').hash] : []),
  ...state.extraFees.map(({ hash }) => hash),
];
/** Fees that were paid and not refunded: if there is one, no other is requested. */
export const feesHeld = (state: PaymentState): readonly string[] =>
  feesPaid(state).filter((hash) => !state.feesSentBack.some(({ fee }) => fee === hash));
/**
 * Fees that the platform still has to refund. It keeps one fee of a payment that is in progress or complete, or whose
 * payer's own wallet refused the tokens.
 */
export const feesOwedBack = (state: PaymentState): readonly string[] => {
  const earned = state.phase === 'completed' || !hasEnded(state) || state.owed?.feeKept === true;
  const kept = hasFee(state) && earned ? 1 : 0;
  return feesHeld(state).slice(kept);
};
export const hasFee = (state: PaymentState) => state.platformFee > 0n;

/** The purpose under which this attempt first takes a ticket. */
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

/** The platform's identifier of a sign request, by which it is found again. */
export const identifierOf = (paymentId: string, leg: Leg, attempt: number) => `${paymentId}${LEG_CODE[leg]}${attempt}`;

/** The newest attempt of a leg that has begun. @throws if it has not */
export function attemptOf({ legs, paymentId }: Pick<PaymentState, 'legs' | 'paymentId'>, leg: Leg): LegAttempt {
  const attempt = legs[leg];
  if (!attempt) throw new Error(`The leg ${leg} of payment ${paymentId} has not begun`);
  return attempt;
}

/** The newest attempt of a leg that was signed. @throws if it was not */
export function signedAttemptOf(payment: Pick<PaymentState, 'legs' | 'paymentId'>, leg: Leg): Signed<LegAttempt> {
  const attempt = attemptOf(payment, leg);
  if (!isSigned(attempt)) throw new Error(`The leg ${leg} of payment ${payment.paymentId} was not signed`);
  return attempt;
}
