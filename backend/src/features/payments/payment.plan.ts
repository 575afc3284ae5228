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
import {
  feesHeld,
  hasFee,
  isPaid,
  orphanPrincipals,
  type LegAttempt,
  type OrphanBlob,
  type OwnLeg,
  type PaidPayment,
  type Payment,
  type RequestedAttempt,
  type SignedAttempt,
} from './payment.state.js';
import { issuesTokens } from './kinds/index.js';

/** What to do next, with the state that proves that it can be done. */
export type Action =
  | { do: 'expire' }
  | { do: 'check-line' }
  /** Build transactions for the payer's signature and journal them. */
  | { do: 'prepare'; legs: Leg[] }
  | { do: 'request'; attempt: LegAttempt }
  /** Ask the wallet app for the outcome of a request. */
  | { do: 'collect'; attempt: RequestedAttempt }
  /** Both money legs are signed: check everything again, then start submission. */
  | { do: 'begin' }
  /** The payer could have sent the principal without the platform: check whether its sequence is used. */
  | { do: 'check-place'; recipient: LegAttempt }
  | { do: 'submit'; attempt: SignedAttempt }
  /** The courier signs it. */
  | { do: 'sign-own'; leg: OwnLeg }
  /** The courier is carrying it, or it is held until somebody has found out what used its ticket. */
  | { do: 'carry-own'; leg: OwnLeg }
  | { do: 'conclude'; attempt: SignedAttempt }
  | { do: 'refuse'; code: string; message: string }
  /** Check for obstacles to issuing the tokens. */
  | { do: 'check-delivery'; payment: PaidPayment }
  /** The wait for the wallet is over: the payee owes the principal back. */
  | { do: 'owe-back'; payment: PaidPayment }
  /** A request expired while the payment still needs it: ask again. */
  | { do: 'renew'; attempt: RequestedAttempt }
  /** A request of an ended payment may exist although its answer was lost: withdraw it. */
  | { do: 'withdraw'; attempt: LegAttempt }
  /** A request of an ended payment may still be signed: record it, never submit it. */
  | { do: 'collect-late'; attempt: RequestedAttempt }
  | { do: 'give-up-fee'; reason: string }
  | { do: 'complete'; payment: PaidPayment }
  | { do: 'watch'; orphan: OrphanBlob }
  /** The same for a payment that keeps what it reserved until no signed principal can land any more. */
  | { do: 'release'; orphans: readonly OrphanBlob[] };

/** How many times at most the platform fee is requested after the principal is paid. */
const FEE_ATTEMPTS_MAX = 3;

/**
 * Actions in the order to try them; empty if nothing is left to do.
 * @param today the business day; null if nothing depends on it
 */
export function plan(payment: Payment, now: Date, today: BusinessDate | null = null): Action[] {
  if (payment.phase === 'open') return now >= payment.expiresAt ? [{ do: 'expire' }] : planOpen(payment);
  if (payment.phase === 'settling') return planSettling(payment, now, today);
  const ended =
    payment.phase === 'completed'
      ? planFee(payment, now)
      : [...planConclusion(payment, 'platform'), ...planEnded(payment)];
  return [...ended, ...planOwnAfterwards(payment)];
}

function planConclusion({ legs }: Payment, leg: Leg): Action[] {
  const attempt = legs[leg];
  return attempt?.state === 'submitted' ? [{ do: 'conclude', attempt }] : [];
}

function planAuthorization(payment: Payment): Action[] {
  const underWay = planOwn(payment, 'authorise');
  return underWay.length > 0 ? underWay : [{ do: 'sign-own', leg: 'authorise' }];
}

const planOwn = ({ legs }: Payment, leg: OwnLeg): Action[] =>
  legs[leg]?.state === 'submitted' || legs[leg]?.state === 'held' ? [{ do: 'carry-own', leg }] : [];

/** Transactions of the platform that are still in progress for an ended payment. */
function planOwnAfterwards(payment: Payment): Action[] {
  const submitted = (['authorise', 'issuance', 'fee-refund'] as const).flatMap((leg) => planOwn(payment, leg));
  if (submitted.length > 0 || !payment.feeRefund) return submitted;
  return [{ do: 'sign-own', leg: 'fee-refund' }];
}

/**
 * The platform submits nothing more, but the holder of a signed principal could: it is watched until its last ledger
 * has passed.
 */
function planEnded(payment: Payment): Action[] {
  if (payment.principal?.isLate && !payment.owed) return [];
  const legs = payment.owed ? (['platform', 'trust-line'] as const) : (['recipient', 'platform'] as const);
  const asked = legs.map((leg) => payment.legs[leg]);
  const late = asked.flatMap((one): Action[] =>
    one?.state === 'requested' ? [{ do: 'collect-late', attempt: one }] : [],
  );
  const unasked = asked.flatMap((one): Action[] =>
    one?.state === 'prepared' ? [{ do: 'withdraw', attempt: one }] : [],
  );
  // Another principal that arrives beside one that is owed back is also owed back: reconciliation reports it.
  if (payment.owed) return [...late, ...unasked];
  const orphans = orphanPrincipals(payment);
  const watched = orphans.map((orphan): Action => ({ do: 'watch', orphan }));
  return [...late, ...unasked, ...(payment.holds ? [{ do: 'release' as const, orphans }] : watched)];
}

const SALE_CLOSED = 'The sale of this property has ended. No money moved.';

function planOpen(payment: Payment): Action[] {
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
  const { recipient } = payment.legs;
  return recipient && couldLand(recipient) ? [...open, { do: 'check-place', recipient }] : open;
}

/** Whether the payer could have sent it without the platform. */
export const couldLand = ({ state }: LegAttempt): boolean => state === 'signed' || state === 'requested';

/** Prepares the holder's token line before any money moves; null if it is ready. */
function planLine(payment: Payment, now: Date): Action[] | null {
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

function planPayerLeg(payment: Payment, leg: Leg, now: Date): Action[] {
  const attempt = payment.legs[leg];
  if (isGone(attempt) || attempt.state === 'validated') return [{ do: 'prepare', legs: [leg] }];
  if (attempt.state === 'signed') return [{ do: 'submit', attempt }];
  if (attempt.state === 'submitted') return [{ do: 'conclude', attempt }];
  return attempt.state === 'requested' && isOutlived(attempt, now)
    ? [
        { do: 'collect', attempt },
        { do: 'renew', attempt },
      ]
    : planSignature(attempt);
}

function planSignature(attempt: LegAttempt | undefined): Action[] {
  if (attempt?.state === 'prepared') return [{ do: 'request', attempt }];
  if (attempt?.state === 'requested') return [{ do: 'collect', attempt }];
  return [];
}

function planSettling(payment: Payment, now: Date, today: BusinessDate | null): Action[] {
  if (!isPaid(payment)) return planConclusion(payment, 'recipient');
  const fee = planFee(payment, now);
  const issuance = issuesTokens(payment) ? planIssuance(payment, now, today) : [];
  const feeUnderWay = fee.some(({ do: what }) => what === 'submit' || what === 'conclude');
  if (issuance.length === 0 && !feeUnderWay) return [{ do: 'complete', payment }];
  return [...fee, ...issuance];
}

/** Transactions in flight are concluded first: only then is it known whether anything is owed. */
function planIssuance(payment: PaidPayment, now: Date, today: BusinessDate | null): Action[] {
  const { legs, delivery, line } = payment;
  if (legs.issuance?.state === 'validated') return [];
  const own = (['issuance', 'authorise'] as const).flatMap((leg) => planOwn(payment, leg));
  const inFlight = [...own, ...planConclusion(payment, 'trust-line')];
  if (inFlight.length > 0) return inFlight;
  if (waitIsOver(delivery, today)) return [{ do: 'owe-back', payment }];
  const check: Action = { do: 'check-delivery', payment };
  if (line === null || attemptsSpent(delivery, line)) return [check];
  switch (delivery.obstacle) {
    case null:
      if (line === 'ready') return [{ do: 'sign-own', leg: 'issuance' }];
      return line === 'unauthorised' ? [{ do: 'sign-own', leg: 'authorise' }] : [check];
    case 'line-missing':
    case 'line-limit':
      return [...planPayerLeg(payment, 'trust-line', now), check];
    default:
      return [check];
  }
}

/**
 * The fee is sent after the principal is validated. If its sequence is used, a new one is requested; an old fee blob is
 * never sent.
 */
function planFee(payment: Payment, now: Date): Action[] {
  const fee = payment.legs.platform;
  if (fee?.state === 'submitted') return [{ do: 'conclude', attempt: fee }];
  if (!hasFee(payment) || payment.feeGivenUp || feesHeld(payment).length > 0) return [];
  if (fee?.state === 'signed') return [{ do: 'submit', attempt: fee }];
  // A validated fee that the platform no longer has was refunded while the payment had ended.
  if (isGone(fee) || fee.state === 'validated') {
    return (fee?.attempt ?? 0) >= FEE_ATTEMPTS_MAX + 1
      ? [{ do: 'give-up-fee', reason: 'not collected after repeated requests' }]
      : [{ do: 'prepare', legs: ['platform'] }];
  }
  if (fee.state === 'requested' && isOutlived(fee, now))
    return [
      { do: 'collect', attempt: fee },
      { do: 'give-up-fee', reason: 'not signed in time' },
    ];
  return planSignature(fee);
}

type Gone = (LegAttempt & { state: 'void' | 'failed' }) | undefined;
const isGone = (attempt: LegAttempt | undefined): attempt is Gone =>
  attempt === undefined || attempt.state === 'void' || attempt.state === 'failed';

/** Whether the wallet app no longer accepts the signature. */
const isOutlived = ({ request }: RequestedAttempt, now: Date): boolean => now >= new Date(request.expiresAt);

/** True if the plan depends on the business day. */
export const waitsForDay = ({ phase, delivery }: Payment): boolean => phase === 'settling' && delivery.until !== null;

/** True if only a person's signature is missing. */
export const waitsForPerson = (actions: readonly Action[]) =>
  actions.length > 0 && actions.every(({ do: what }) => OF_PERSONS.has(what));
const OF_PERSONS: ReadonlySet<Action['do']> = new Set(['collect', 'collect-late', 'check-place']);
