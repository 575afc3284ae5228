import type { FeeStatus, LegState, PaymentStatus, PaymentView, SignRequestView } from '@tknest/contracts/api';
import { SPENT_BEFORE, type BusinessDate, type DeliveryObstacle, type Leg } from '@tknest/contracts/events';
import { toDecimal, toNumber } from '@tknest/contracts/money';
import { issuesTokens } from './kinds/index.js';
import {
  feesHeld,
  feesOwedBack,
  hasFee,
  owedBack,
  type LegAttempt,
  type OwedBack,
  type Payment,
} from './payment.state.js';

const LEG_STATES: Record<LegAttempt['state'], LegState> = {
  prepared: 'waiting',
  requested: 'waiting',
  signed: 'signed',
  submitted: 'submitted',
  validated: 'validated',
  failed: 'failed',
  void: 'void',
  // Its ticket is used, and somebody finds out by what.
  held: 'submitted',
};

const OUTCOMES: Record<Payment['phase'], PaymentView['outcome']> = {
  open: 'open',
  settling: 'open',
  completed: 'settled',
  failed: 'failed',
  cancelled: 'cancelled',
  declined: 'declined',
  expired: 'expired',
};

/** What ended a payment, in words. */
const ENDINGS: Partial<Record<Payment['phase'], string>> = {
  cancelled: 'The payment was canceled. No money moved.',
  declined: 'The request was declined in the wallet. No money moved.',
  expired: 'The request was not signed in time. No money moved.',
};

/** What went wrong. A payment that was revived continues, and one whose principal arrived late did move money. */
function errorOf({ phase, error, principal, owed }: Payment): string | null {
  if (phase === 'settling' || phase === 'completed') return null;
  const isItsOwn = owed !== null || error?.code === 'forgotten' || error?.code === SPENT_BEFORE;
  if (principal?.isLate && !isItsOwn) return 'The payment arrived after it had ended. The recipient owes it back.';
  return error?.message ?? ENDINGS[phase] ?? null;
}

/** A wallet that refuses its tokens has another status than one that lacks a trust line or was frozen by the issuer. */
const REFUSES: ReadonlySet<string> = new Set<DeliveryObstacle>([
  'deposit-auth',
  'destination-tag',
  'account-deleted',
  'line-quality',
  'suspended',
  'verification-lapsed',
  'sold-out',
  'terms-differ',
  'unexplained',
]);

export function statusOf(payment: Payment): PaymentStatus {
  if (payment.phase === 'completed') return 'completed';
  if (payment.phase === 'settling') return REFUSES.has(payment.delivery.obstacle ?? '') ? 'settling' : 'processing';
  return payment.phase === 'open' ? 'pending' : 'failed';
}

function feeStatusOf(payment: Payment): FeeStatus {
  if (!hasFee(payment)) return 'none';
  if (feesHeld(payment).length > 0) return 'paid';
  // A payment that moved no money owes no fee, and no fee is requested for one with a principal that is owed back.
  if (statusOf(payment) === 'failed') return 'none';
  if (payment.feeWaived) return 'none';
  return payment.feeGivenUp ? 'unpaid' : 'open';
}

/** Whether no fee is requested any more, because it is paid or written off. */
const isFeeDone = (payment: Payment) => payment.feeGivenUp || feesHeld(payment).length > 0;

/** Requests that the payer can sign now. */
export function openRequests(payment: Payment): SignRequestView[] {
  if (!['open', 'settling', 'completed'].includes(payment.phase)) return [];
  return Object.values(payment.legs)
    .filter((one) => one.state === 'requested')
    .filter(({ leg }) => leg !== 'platform' || !isFeeDone(payment))
    .map(({ leg, request: { payloadUuid, qrCode, deepLink, websocket, expiresAt } }) => ({
      leg,
      payloadUuid,
      qrCode,
      deepLink,
      websocket,
      expiresAt,
    }));
}

/** The legs that belong to this payment, in the order they happen. */
function legsOf(payment: Payment): PaymentView['legs'] {
  const planned: Leg[] = [
    ...(payment.legs['trust-line'] || payment.line === 'missing' || payment.line === 'too-small'
      ? (['trust-line'] as const)
      : []),
    ...(payment.legs.authorise || payment.line === 'missing' || payment.line === 'unauthorised'
      ? (['authorise'] as const)
      : []),
    'recipient',
    ...(hasFee(payment) ? (['platform'] as const) : []),
    ...(issuesTokens(payment) ? (['issuance'] as const) : []),
    ...(payment.legs['fee-refund'] ? (['fee-refund'] as const) : []),
  ];
  return planned.map((leg) => {
    const attempt = payment.legs[leg];
    const sent = attempt && ['submitted', 'validated', 'failed'].includes(attempt.state);
    return {
      leg,
      state: attempt ? LEG_STATES[attempt.state] : 'waiting',
      txHash: sent ? attempt.hash : null,
      result: attempt?.result ?? null,
    };
  });
}

const undeliverableOf = ({ phase, delivery }: Payment): PaymentView['undeliverable'] =>
  phase === 'settling' && delivery.obstacle ? { reason: asTold(delivery.obstacle), until: delivery.until } : null;

/** A suspension may be an undecided hit, which looks like any verification that is not valid now. */
const asTold = (obstacle: DeliveryObstacle) => (obstacle === 'suspended' ? 'verification-lapsed' : obstacle);

/** What the payee owes back, with the state of the refund that is not paid yet. */
function owedBackOf(payment: Payment, refund: Payment | null, today: BusinessDate | null): PaymentView['owedBack'] {
  const owed = owedBack(payment);
  if (owed.length === 0) return null;
  const isNext = ({ hash }: OwedBack) => (payment.refunds.get(hash) ?? null) === (refund?.paymentId ?? null);
  // A forged refund is not among them.
  const next = owed.find(isNext) ?? owed[0];
  const dueOn = next?.dueOn ?? null;
  const of = { by: payment.payee, amount: toDecimal(payment.amount) };
  if (refund?.phase === 'completed') return { ...of, status: 'paid', dueOn };
  if (dueOn !== null && today !== null && today > dueOn) return { ...of, status: 'overdue', dueOn };
  return { ...of, status: next?.dueOn === null ? 'held' : 'due', dueOn };
}

/**
 * The payment as the API shows it.
 * @param refund the newest refund of a principal not paid back yet, or else of one that is
 * @param today the business day, which decides whether a refund is overdue; null if nothing is owed back
 */
export function viewOf(
  payment: Payment,
  refund: Payment | null = null,
  today: BusinessDate | null = null,
): PaymentView {
  const validated = (leg: Leg) => (payment.legs[leg]?.state === 'validated' ? payment.legs[leg].hash : null);
  return {
    id: payment.paymentId,
    kind: payment.kind,
    status: statusOf(payment),
    txHashes: { recipient: validated('recipient'), platform: validated('platform') },
    error: errorOf(payment),
    outcome: OUTCOMES[payment.phase],
    amount: toNumber(payment.amount),
    platformFee: toNumber(payment.platformFee),
    totalAmount: toNumber(payment.amount + payment.platformFee),
    payer: payment.payer,
    payee: payment.payee,
    propertyId: payment.propertyId,
    propertyName: payment.propertyName,
    tokens: payment.tokens,
    memo: payment.memo,
    createdAt: payment.startedAt.toISOString(),
    expiresAt: payment.expiresAt.toISOString(),
    feeStatus: feeStatusOf(payment),
    feeOwedBack: feesOwedBack(payment).length > 0,
    cancellable: payment.phase === 'open',
    couldLand: payment.holds,
    undeliverable: undeliverableOf(payment),
    owedBack: owedBackOf(payment, refund, today),
    priority: payment.priority ?? 'standard',
    fastFee: payment.fastFee,
    networkFee: payment.networkFee,
    refundOf: payment.refundOf,
    feeOf: payment.feeOf ?? null,
    refund: refund && { paymentId: refund.paymentId, status: statusOf(refund) },
    signRequests: openRequests(payment),
    legs: legsOf(payment),
  };
}
