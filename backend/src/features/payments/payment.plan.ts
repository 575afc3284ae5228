/**
 * Plans the next actions of a payment from its state alone. Pure: `collecting/` carries them out, the simulation
 * explores them.
 *
 * open      line checked → trust-line leg → authorize leg → both money legs signed → submission begins   settling
 * principal concluded → fee and issuance → completed   ended     nothing is submitted any more; signed blobs are
 * watched until their time has passed
 */
import type { BusinessDate, Leg } from '@tknest/contracts/events';
import { attemptsSpent, waitIsOver } from './delivery.js';
import type { OwnLeg } from './own-legs.js';
import { issuesTokens } from './kinds/index.js';
import { feesHeld, hasFee, isRequested, type LegAttempt, type OrphanBlob, type PaymentState } from './payment.state.js';

export type Action =
  | { do: 'expire' }
  | { do: 'check-line' }
  /** Build transactions for the payer's signature and journal them. */
  | { do: 'prepare'; legs: Leg[] }
  | { do: 'request'; leg: Leg }
  /** Ask the wallet app for the outcome of a request. */
  | { do: 'collect'; leg: Leg }
  /** Both money legs are signed: check everything again, then start submission. */
  | { do: 'begin' }
  /** The payer could have sent the principal without the platform: check whether its sequence is used. */
  | { do: 'check-place' }
  | { do: 'submit'; leg: Leg }
  /** The courier signs it. */
  | { do: 'sign-own'; leg: OwnLeg }
  /** The courier is carrying it, or it is held until somebody has found out what used its ticket. */
  | { do: 'carry-own'; leg: OwnLeg }
  | { do: 'conclude'; leg: Leg }
  | { do: 'refuse'; code: string; message: string }
  /** Check for obstacles to issuing the tokens. */
  | { do: 'check-delivery' }
  /** The wait for the wallet is over: the payee owes the principal back. */
  | { do: 'owe-back' }
  /** A request expired while the payment still needs it: ask again. */
  | { do: 'renew'; leg: Leg }
  /** A request of an ended payment may exist although its answer was lost: withdraw it. */
  | { do: 'withdraw'; leg: Leg }
  /** A request of an ended payment may still be signed: record it, never submit it. */
  | { do: 'collect-late'; leg: Leg }
  | { do: 'give-up-fee'; reason: string }
  | { do: 'complete' }
  | { do: 'watch'; orphan: OrphanBlob };

/** How many times at most the platform fee is requested after the principal is paid. */
export const FEE_ATTEMPTS_MAX = 3;

/**
 * Actions in the order to try them; empty if nothing is left to do.
 * @param today the business day; null if nothing depends on it
 */
export function plan(payment: PaymentState, now: Date, today: BusinessDate | null = null): Action[] {
  if (payment.phase === 'none') return [];
  if (payment.phase === 'open') return now >= payment.expiresAt ? [{ do: 'expire' }] : planOpen(payment);
  if (payment.phase === 'settling') return planSettling(payment, now, today);
  const ended =
    payment.phase === 'completed'
      ? planFee(payment, now)
      : [...planConclusion(payment, 'platform'), ...planEnded(payment)];
  return [...ended, ...planOwnAfterwards(payment)];
}

const planConclusion = (payment: PaymentState, leg: Leg): Action[] =>
  payment.legs[leg]?.state === 'submitted' ? [{ do: 'conclude', leg }] : [];

function planAuthorization(payment: PaymentState): Action[] {
  const underWay = planOwn(payment, 'authorise');
  return underWay.length > 0 ? underWay : [{ do: 'sign-own', leg: 'authorise' }];
}

const planOwn = ({ legs }: PaymentState, leg: OwnLeg): Action[] =>
  legs[leg]?.state === 'submitted' || legs[leg]?.state === 'held' ? [{ do: 'carry-own', leg }] : [];

/** Transactions of the platform that are still in progress for an ended payment. */
function planOwnAfterwards(payment: PaymentState): Action[] {
  const submitted = (['authorise', 'issuance', 'fee-refund'] as const).flatMap((leg) => planOwn(payment, leg));
  if (submitted.length > 0 || !payment.feeRefund) return submitted;
  return [{ do: 'sign-own', leg: 'fee-refund' }];
}

/**
 * The platform submits nothing more, but the holder of a signed principal could: it is watched until its last ledger
 * has passed.
 */
function planEnded(payment: PaymentState): Action[] {
  if (payment.latePrincipal && !payment.owed) return [];
  const asked = payment.owed ? (['platform', 'trust-line'] as const) : (['recipient', 'platform'] as const);
  const late = asked
    .filter((leg) => payment.legs[leg]?.state === 'requested')
    .map((leg): Action => ({ do: 'collect-late', leg }));
  const unasked = asked
    .filter((leg) => payment.legs[leg]?.state === 'prepared')
    .map((leg): Action => ({ do: 'withdraw', leg }));
  // Another principal that arrives beside one that is owed back is also owed back: reconciliation reports it.
  if (payment.owed) return [...late, ...unasked];
  const watched = payment.orphans
    .filter(({ leg }) => leg === 'recipient')
    .map((orphan): Action => ({ do: 'watch', orphan }));
  return [...late, ...unasked, ...watched];
}

const SALE_CLOSED = 'The sale of this property has ended. No money moved.';

function planOpen(payment: PaymentState): Action[] {
  if (payment.delivery.waitEnded) return [{ do: 'refuse', code: 'sale-closed', message: SALE_CLOSED }];
  if (issuesTokens(payment)) {
    const line = planLine(payment, payment.startedAt);
    if (line) return line;
  }
  const legs: Leg[] = hasFee(payment) ? ['recipient', 'platform'] : ['recipient'];
  const missing = legs.filter((leg) => isGone(payment.legs[leg]));
  if (missing.length > 0) return [{ do: 'prepare', legs: missing }];
  const open = legs.flatMap((leg) => planSignature(payment.legs[leg]));
  if (open.length === 0) return [{ do: 'begin' }];
  const couldLand = payment.legs.recipient?.state === 'signed' || payment.legs.recipient?.state === 'requested';
  return couldLand ? [...open, { do: 'check-place' }] : open;
}

/** Prepares the holder's token line before any money moves; null if it is ready. */
function planLine(payment: PaymentState, now: Date): Action[] | null {
  switch (payment.line) {
    case null:
      return [{ do: 'check-line' }];
    case 'ready':
      return null;
    case 'missing':
    case 'too-small':
      return planPayerLeg(payment, 'trust-line', now);
    case 'unauthorised':
      return attemptsSpent(payment.delivery, 'unauthorised')
        ? [{ do: 'refuse', code: 'line-unsteady', message: LINE_UNSTEADY }]
        : planAuthorization(payment);
    case 'frozen':
      return [{ do: 'refuse', code: 'line-frozen', message: 'Your TKNEST trust line is frozen. No money moved.' }];
  }
}

const LINE_UNSTEADY =
  'Your TKNEST trust line was removed each time it was set up. No money moved. Leave it open and start again.';

function planPayerLeg(payment: PaymentState, leg: Leg, now: Date): Action[] {
  const attempt = payment.legs[leg];
  if (isGone(attempt) || attempt.state === 'validated') return [{ do: 'prepare', legs: [leg] }];
  if (attempt.state === 'signed') return [{ do: 'submit', leg }];
  if (attempt.state === 'submitted') return [{ do: 'conclude', leg }];
  return isOutlived(attempt, now)
    ? [
        { do: 'collect', leg },
        { do: 'renew', leg },
      ]
    : planSignature(attempt);
}

function planSignature(attempt: LegAttempt | undefined): Action[] {
  if (attempt?.state === 'prepared') return [{ do: 'request', leg: attempt.leg }];
  if (attempt?.state === 'requested') return [{ do: 'collect', leg: attempt.leg }];
  return [];
}

function planSettling(payment: PaymentState, now: Date, today: BusinessDate | null): Action[] {
  if (payment.legs.recipient?.state === 'submitted') return [{ do: 'conclude', leg: 'recipient' }];
  const fee = planFee(payment, now);
  const issuance = issuesTokens(payment) ? planIssuance(payment, now, today) : [];
  const feeUnderWay = fee.some(({ do: what }) => what === 'submit' || what === 'conclude');
  if (issuance.length === 0 && !feeUnderWay) return [{ do: 'complete' }];
  return [...fee, ...issuance];
}

/** Transactions in flight are concluded first: only then is it known whether anything is owed. */
function planIssuance(payment: PaymentState, now: Date, today: BusinessDate | null): Action[] {
  const { legs, delivery, line } = payment;
  if (legs.issuance?.state === 'validated') return [];
  const own = (['issuance', 'authorise'] as const).flatMap((leg) => planOwn(payment, leg));
  const inFlight = [...own, ...planConclusion(payment, 'trust-line')];
  if (inFlight.length > 0) return inFlight;
  if (waitIsOver(delivery, today)) return [{ do: 'owe-back' }];
  if (line === null || attemptsSpent(delivery, line)) return [{ do: 'check-delivery' }];
  switch (delivery.obstacle) {
    case null:
      if (line === 'ready') return [{ do: 'sign-own', leg: 'issuance' }];
      return line === 'unauthorised' ? [{ do: 'sign-own', leg: 'authorise' }] : [{ do: 'check-delivery' }];
    case 'line-missing':
    case 'line-limit':
      return [...planPayerLeg(payment, 'trust-line', now), { do: 'check-delivery' }];
    default:
      return [{ do: 'check-delivery' }];
  }
}

/**
 * The fee is sent after the principal is validated. If its sequence is used, a new one is requested; an old fee blob is
 * never sent.
 */
function planFee(payment: PaymentState, now: Date): Action[] {
  const fee = payment.legs.platform;
  if (fee?.state === 'submitted') return [{ do: 'conclude', leg: 'platform' }];
  if (!hasFee(payment) || payment.feeGivenUp || feesHeld(payment).length > 0) return [];
  if (fee?.state === 'signed') return [{ do: 'submit', leg: 'platform' }];
  // A validated fee that the platform no longer has was refunded while the payment had ended.
  if (isGone(fee) || fee.state === 'validated') {
    return (fee?.attempt ?? 0) >= FEE_ATTEMPTS_MAX + 1
      ? [{ do: 'give-up-fee', reason: 'not collected after repeated requests' }]
      : [{ do: 'prepare', legs: ['platform'] }];
  }
  if (isOutlived(fee, now))
    return [
      { do: 'collect', leg: 'platform' },
      { do: 'give-up-fee', reason: 'not signed in time' },
    ];
  return planSignature(fee);
}

type Gone = (LegAttempt & { state: 'void' | 'failed' }) | undefined;
const isGone = (attempt: LegAttempt | undefined): attempt is Gone =>
  attempt === undefined || attempt.state === 'void' || attempt.state === 'failed';

/** Whether the wallet app no longer accepts the signature. */
const isOutlived = (attempt: LegAttempt, now: Date): boolean =>
  isRequested(attempt) && now >= new Date(attempt.request.expiresAt);

/** True if the plan depends on the business day. */
export const waitsForDay = ({ phase, delivery }: PaymentState): boolean =>
  phase === 'settling' && delivery.until !== null;

/** True if only a person's signature is missing. */
export const waitsForPerson = (actions: readonly Action[]) =>
  actions.length > 0 && actions.every(({ do: what }) => OF_PERSONS.has(what));
const OF_PERSONS: ReadonlySet<Action['do']> = new Set(['collect', 'collect-late', 'check-place']);
