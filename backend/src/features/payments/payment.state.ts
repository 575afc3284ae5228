import { addBusinessDays, type Micro } from '@tknest/contracts/money';
import type { Submission, SubmissionState } from '#platform/ledger/submissions/submission.js';
import {
  SPENT_BEFORE,
  type BusinessDate,
  type DeliveryObstacle,
  type Leg,
  type PaymentTerms,
} from '@tknest/contracts/events';
import { purposeText } from '#platform/ledger/transactions/tickets.js';
import type { OpenSignRequest } from '#platform/wallet-app/wallet-app-port.js';

/** A signature requested from the wallet app. */
export interface AskedSignature extends OpenSignRequest {
  expiresAt: string;
}

/** What is known of an attempt in every state. */
interface Attempted extends Submission {
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
  /** The business day of the ledger that did not contain it when the platform learned that the payer had signed it. */
  signedOn: BusinessDate | null;
}
type In<State extends SubmissionState> = Attempted & { state: State };

/** The wallet app was asked for the signature, and has not answered. */
export type RequestedAttempt = In<'requested'> & { request: AskedSignature };
/** Its hash is known; `held`: somebody else used its ticket. */
export type SignedAttempt = In<'signed' | 'submitted' | 'held'> & { hash: string };
export type ValidatedAttempt = In<'validated'> & Landed;

/** One attempt at one leg: a submission of the payment. Only the newest attempt can be signed or submitted. */
export type LegAttempt = In<'prepared' | 'failed' | 'void'> | RequestedAttempt | SignedAttempt | ValidatedAttempt;

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

/** Business days after a principal is found to be owed back, within which the payee must pay it. */
const OWED_BACK_DAYS = 10;
/** The last business day for paying a principal back that is found to be owed on a day. */
export const refundDueOn = (day: BusinessDate): BusinessDate => addBusinessDays(day, OWED_BACK_DAYS);
/** A principal that is owed back; it is not due while its payer cannot be paid. */
export interface OwedBack extends Landed {
  dueOn: BusinessDate | null;
}

/** The principal that the payment is paid with. */
export interface Principal extends Landed {
  /** The business day of its ledger. */
  paidOn: BusinessDate;
  /** The business day on which the platform learned of it. */
  foundOn: BusinessDate;
  /** It landed after the payment had ended. */
  isLate: boolean;
}

/** Between a validated principal and its tokens. */
export type Delivery = {
  waitEnded: 'sale-closed' | 'admin' | null;
  /** The number of issuances that a ledger refused. */
  refused: number;
  /** The number of authorizations that a ledger included, whatever their effect. */
  authorised: number;
} & (
  | { obstacle: null; until: null }
  /** What the last look found, and the last day on which tokens are still issued once something was in the way. */
  | { obstacle: DeliveryObstacle | null; until: BusinessDate }
);

/** A principal for which no tokens will be issued. */
export interface Owed extends OwedBack {
  reason: DeliveryObstacle | 'admin';
  feeKept: boolean;
}

/** What every payment has that was started. */
interface Started extends PaymentTerms<Micro> {
  /** The fee that the newest transaction of a fast payment offers, and the one that the network requires, drops. */
  fastFee: { drops: string; asks: string } | null;
  expiresAt: Date;
  startedAt: Date;
  /** The state of the payer's token line at the last check; null before the first. */
  line: 'ready' | 'missing' | 'too-small' | 'unauthorised' | 'frozen' | null;
  /** The newest attempt of each leg. */
  legs: Partial<Record<Leg, LegAttempt>>;
  orphans: readonly OrphanBlob[];
  /** It ended unpaid, and keeps what it reserved, because a signed principal could still reach a ledger. */
  holds: boolean;
  feeGivenUp: boolean;
  /** Two people decided that the unpaid fee is not owed. */
  feeWaived: boolean;
  /** Principals beyond the one that settled it. */
  extraPrincipals: readonly OwedBack[];
  /** The newest payment by which the payee pays a principal back, by the principal's hash. */
  refunds: ReadonlyMap<string, string>;
  /** The principal that each refund pays back, including refunds that failed: one of them may be validated late. */
  refundTargets: ReadonlyMap<string, string>;
  /** Fees paid by a payment of their own, or by blobs that should never have been sent. */
  extraFees: readonly Landed[];
  /** The fee that is being refunded now. */
  feeRefund: string | null;
  feesSentBack: readonly { fee: string; hash: string }[];
  delivery: Delivery;
  /** The network's fee while it is above the limit for payers, in drops. */
  networkFee: { drops: string; ceiling: string } | null;
}

/**
 * A payment by its phase:
 * - `open`: the payer is asked to sign
 * - `settling`: submission has begun; its principal is null until a validated ledger has it
 * - `completed`: its principal is paid, and tokens that belong to it are issued
 * - `failed`, `cancelled`, `declined`, `expired`: a principal that it has all the same was late, is owed back, or was
 *   spent before the payment was known
 *
 * `owed` is set once no tokens will be issued for the principal.
 */
export type Payment = Started &
  (
    | { phase: 'open'; principal: null; owed: null; error: null }
    | { phase: 'settling'; principal: Principal | null; owed: Owed | null; error: null }
    | { phase: 'completed'; principal: Principal; owed: null; error: null }
    | {
        phase: 'failed';
        principal: Principal | null;
        owed: Owed | null;
        error: { code: string; message: string };
      }
    | { phase: 'cancelled' | 'declined' | 'expired'; principal: Principal | null; owed: null; error: null }
  );
/** A payment whose principal is in a validated ledger. */
export type PaidPayment = Payment & { principal: Principal };

/** What the stream of a payment folds to; `none`: nothing was started under its id. */
export type PaymentState = { phase: 'none' } | Payment;
export const noPayment: PaymentState = { phase: 'none' };

export const isPaid = (payment: Payment): payment is PaidPayment => payment.principal !== null;

/** The payment's property. @throws Error if it has none */
export function propertyOf({ propertyId }: Pick<PaymentTerms, 'propertyId'>): number {
  if (propertyId === null) throw new Error('This payment is about no property');
  return propertyId;
}

/** The number of tokens that a payment buys. @throws Error if it buys none */
export function tokensOf({ tokens }: Pick<PaymentTerms, 'tokens'>): number {
  if (tokens === null) throw new Error('This payment is for no tokens');
  return tokens;
}

/** True once nothing more will be submitted for the principal. */
export const hasEnded = ({ phase }: PaymentState): boolean =>
  phase !== 'none' && phase !== 'open' && phase !== 'settling';

/** Signed principals that only their holder could still send. */
export const orphanPrincipals = ({ orphans }: Pick<Payment, 'orphans'>) =>
  orphans.filter(({ leg }) => leg === 'recipient');

export const landedAt = ({ hash, ledgerIndex }: Landed): Landed => ({ hash, ledgerIndex });

/**
 * Principals that are owed back: one for which no tokens will be issued or that was validated after the payment ended,
 * and every one after the first.
 */
export const owedBack = (state: PaymentState): readonly OwedBack[] =>
  state.phase === 'none' ? [] : [...firstOwedBack(state), ...state.extraPrincipals];
function firstOwedBack(payment: Payment): readonly OwedBack[] {
  const { phase, kind, principal, owed } = payment;
  if (owed) return [{ ...landedAt(owed), dueOn: owed.dueOn }];
  const isUnpaid = hasEnded(payment) && phase !== 'completed' && kind !== 'refund';
  return principal?.isLate && isUnpaid ? [dueAfter(principal)] : [];
}
/** What is owed back since a day, and when it is due. */
export const dueAfter = ({ foundOn, ...landed }: Landed & { foundOn: BusinessDate }): OwedBack => ({
  ...landedAt(landed),
  dueOn: refundDueOn(foundOn),
});
/** Whether a refund has paid its principal back, even one that reached the ledger after it had ended. */
export const isRefundPaid = ({ phase, principal, error }: Payment): boolean =>
  phase === 'completed' || (principal?.isLate === true && error?.code !== SPENT_BEFORE);
/** Every fee that was validated for this payment, in the order of their ledgers: the first of them is the fee. */
export const feesPaid = ({ legs: { platform }, extraFees }: Payment): readonly string[] =>
  [
    ...(platform?.state === 'validated' ? [{ hash: platform.hash, ledgerIndex: platform.ledgerIndex }] : []),
    ...extraFees,
  ]
    .sort((a, b) => a.ledgerIndex - b.ledgerIndex)
    .map(({ hash }) => hash);
/** Fees that were paid and not refunded: if there is one, no other is requested. */
export const feesHeld = (payment: Payment): readonly string[] =>
  feesPaid(payment).filter((hash) => !payment.feesSentBack.some(({ fee }) => fee === hash));
/**
 * Fees that the platform still has to refund. It keeps one fee of a payment that is in progress or complete, or whose
 * payer's own wallet refused the tokens.
 */
export const feesOwedBack = (payment: Payment): readonly string[] => {
  const earned = payment.phase === 'completed' || !hasEnded(payment) || payment.owed?.feeKept === true;
  const kept = hasFee(payment) && earned ? 1 : 0;
  return feesHeld(payment).slice(kept);
};
/**
 * Fees that the platform may keep for good: the one fee of a payment that is complete, or whose payer's own wallet
 * refused the tokens.
 */
export const feesEarned = (payment: Payment): readonly string[] =>
  payment.phase === 'completed' || payment.owed?.feeKept === true
    ? feesHeld(payment).filter((hash) => !feesOwedBack(payment).includes(hash))
    : [];
/** Whether its payer owes the fee of a completed payment: it was requested in vain, and is neither paid nor waived. */
export const feeOwed = (payment: Payment): boolean =>
  payment.phase === 'completed' && payment.feeGivenUp && !payment.feeWaived && feesHeld(payment).length === 0;
export const hasFee = ({ platformFee }: Pick<Payment, 'platformFee'>) => platformFee > 0n;

/** The purpose under which this attempt first takes a ticket. */
export const purposeOf = (id: string, leg: OwnLeg, attempt: number) =>
  purposeText({ use: CARRIED_AS[leg], id, part: [leg], attempt });

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

/** Legs that the platform signs. */
export type OwnLeg = Extract<Leg, 'authorise' | 'issuance' | 'fee-refund'>;
export const OWN_KINDS = ['purchase', 'fee-refund'] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

/** The courier's kind of transaction for each leg. */
export const CARRIED_AS: Readonly<Record<OwnLeg, OwnKind>> = {
  authorise: 'purchase',
  issuance: 'purchase',
  'fee-refund': 'fee-refund',
};
