import type { Micro } from '@tknest/contracts/money';
import type { Submission } from '../../platform/ledger/submissions/submission.js';
import type { BusinessDate, Leg, PaymentKind } from '@tknest/contracts/events';
import { notDelivered, type Delivery, type Owed } from './delivery.state.js';

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
  /** A fast payment offers the network more than it asks. */
  priority: 'standard' | 'fast';
  /** What the newest transaction of a fast payment offers the network, and what it asks, drops. */
  fastFee: { drops: string; asks: string } | null;
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
  /** The business day of the validated principal; null in older logs. */
  paidOn: BusinessDate | null;
  delivery: Delivery;
  /** Set where no tokens are issued for the principal any more. */
  owed: Owed | null;
  /** What the network asks while that is too much for a payer, in drops. */
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

const ENDED: readonly PaymentPhase[] = ['completed', 'failed', 'cancelled', 'declined', 'expired'];
/** True where nothing will be submitted for the principal any more. */
export const hasEnded = (state: PaymentState) => ENDED.includes(state.phase);
/**
 * Principals that are owed back: one for which no tokens are issued any more, or that landed after the payment had
 * ended, and every one beyond the first.
 */
export const owedBack = (state: PaymentState): readonly Extra[] => [...firstOwedBack(state), ...state.extraPrincipals];
function firstOwedBack({ owed, latePrincipal, ...state }: PaymentState): readonly Extra[] {
  if (owed) return [{ hash: owed.hash, ledgerIndex: owed.ledgerIndex }];
  const unpaid = ENDED.includes(state.phase) && state.phase !== 'completed' && state.kind !== 'refund';
  return latePrincipal && unpaid ? [latePrincipal] : [];
}
/** Every fee that the ledger took for this payment. */
export const feesPaid = (state: PaymentState): readonly string[] => [
  ...(state.legs.platform?.state === 'validated' ? [state.legs.platform.hash!] : []),
  ...state.extraFees.map(({ hash }) => hash),
];
/** Fees that were paid and not sent back: where there is one, no other is asked for. */
export const feesHeld = (state: PaymentState): readonly string[] =>
  feesPaid(state).filter((hash) => !state.feesSentBack.some(({ fee }) => fee === hash));
/**
 * Fees that the platform owes back and has not sent back yet: it keeps one, and none where no principal is settled,
 * unless the payer's own wallet refused the tokens.
 */
export const feesOwedBack = (state: PaymentState): readonly string[] => {
  const earned = state.phase === 'completed' || !hasEnded(state) || state.owed?.feeKept === true;
  const kept = hasFee(state) && earned ? 1 : 0;
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
