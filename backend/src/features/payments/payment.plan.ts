/**
 * What a payment needs next, from its facts alone. Pure: `collecting/` carries the actions out, the simulation explores
 * them.
 *
 *   open      line checked → trust-line leg → authorize leg → both money legs signed → submission begins
 *   settling  principal concluded → fee and issuance → completed
 *   ended     nothing is submitted any more; signed blobs are watched until their time has passed
 */
import type { BusinessDate, Leg } from '@tknest/contracts/events';
import { attemptsSpent, waitIsOver } from './delivery.js';
import type { OwnLeg } from './own-legs.js';
import { issuesTokens } from './kinds/index.js';
import { feesHeld, hasFee, type LegAttempt, type OrphanBlob, type PaymentState } from './payment.state.js';

export type Action =
  | { do: 'expire' }
  | { do: 'check-line' }
  /** Build transactions for the payer's signature and journal them. */
  | { do: 'prepare'; legs: Leg[] }
  | { do: 'request'; leg: Leg }
  /** Ask the wallet app what became of a request. */
  | { do: 'collect'; leg: Leg }
  /** Both money legs are signed: look at everything once more, then begin. */
  | { do: 'begin' }
  /** The payer could have sent the principal by the own hand: look whether its place is taken. */
  | { do: 'check-place' }
  | { do: 'submit'; leg: Leg }
  /** The courier signs it. */
  | { do: 'sign-own'; leg: OwnLeg }
  /** The courier has it under way, or it is held: a person has to say what used its ticket. */
  | { do: 'carry-own'; leg: OwnLeg }
  | { do: 'conclude'; leg: Leg }
  | { do: 'refuse'; code: string; message: string }
  /** Look at what stands between the principal and its tokens. */
  | { do: 'check-delivery' }
  /** Nobody waits for the wallet any more: the payee owes the principal back. */
  | { do: 'owe-back' }
  /** A request outlived its time while the payment still needs it: ask anew. */
  | { do: 'renew'; leg: Leg }
  /** Of an ended payment something was prepared whose request may exist all the same: withdraw it. */
  | { do: 'withdraw'; leg: Leg }
  /** A request of an ended payment may still be signed: record it, never submit it. */
  | { do: 'collect-late'; leg: Leg }
  | { do: 'give-up-fee'; reason: string }
  | { do: 'complete' }
  | { do: 'watch'; orphan: OrphanBlob };

/** The platform fee is asked for again at most this often after the principal is paid. */
export const FEE_ATTEMPTS_MAX = 3;

/**
 * Actions in the order they should be tried; an empty list where nothing is left to do.
 * @param today the business day; null where no day is waited for
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

/** What the platform itself still has under way for a payment that has ended. */
function planOwnAfterwards(payment: PaymentState): Action[] {
  const submitted = (['authorise', 'issuance', 'fee-refund'] as const).flatMap((leg) => planOwn(payment, leg));
  if (submitted.length > 0 || !payment.feeRefund) return submitted;
  return [{ do: 'sign-own', leg: 'fee-refund' }];
}

/** Nothing is submitted any more, but who holds a signed principal could: it is watched until its time has passed. */
function planEnded(payment: PaymentState): Action[] {
  if (payment.latePrincipal && !payment.owed) return [];
  const asked = payment.owed ? (['platform', 'trust-line'] as const) : (['recipient', 'platform'] as const);
  const late = asked
    .filter((leg) => payment.legs[leg]?.state === 'requested')
    .map((leg): Action => ({ do: 'collect-late', leg }));
  const unasked = asked
    .filter((leg) => payment.legs[leg]?.state === 'prepared')
    .map((leg): Action => ({ do: 'withdraw', leg }));
  // What lands beside a principal that is owed back is one more of them: reconciliation tells of it.
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
  const open = legs.flatMap((leg) => planSignature(payment.legs[leg]!));
  if (open.length === 0) return [{ do: 'begin' }];
  const couldLand = payment.legs.recipient!.state === 'signed' || payment.legs.recipient!.state === 'requested';
  return couldLand ? [...open, { do: 'check-place' }] : open;
}

/** The holder's token line before any money moves: null where it is ready. */
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
  if (isGone(attempt) || attempt!.state === 'validated') return [{ do: 'prepare', legs: [leg] }];
  if (attempt!.state === 'signed') return [{ do: 'submit', leg }];
  if (attempt!.state === 'submitted') return [{ do: 'conclude', leg }];
  const outlived = attempt!.state === 'requested' && now >= new Date(attempt!.request!.expiresAt);
  return outlived
    ? [
        { do: 'collect', leg },
        { do: 'renew', leg },
      ]
    : planSignature(attempt!);
}

function planSignature(attempt: LegAttempt): Action[] {
  if (attempt.state === 'prepared') return [{ do: 'request', leg: attempt.leg }];
  if (attempt.state === 'requested') return [{ do: 'collect', leg: attempt.leg }];
  return [];
}

function planSettling(payment: PaymentState, now: Date, today: BusinessDate | null): Action[] {
  const recipient = payment.legs.recipient!;
  if (recipient.state === 'submitted') return [{ do: 'conclude', leg: 'recipient' }];
  const fee = planFee(payment, now);
  const issuance = issuesTokens(payment) ? planIssuance(payment, now, today) : [];
  const feeUnderWay = fee.some(({ do: what }) => what === 'submit' || what === 'conclude');
  if (issuance.length === 0 && !feeUnderWay) return [{ do: 'complete' }];
  return [...fee, ...issuance];
}

/** What is in flight is concluded first: only then is it known whether anything is owed. */
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
 * The fee goes after the principal is validated; where its sequence is gone it is asked again, an old fee blob is never
 * sent.
 */
function planFee(payment: PaymentState, now: Date): Action[] {
  const fee = payment.legs.platform;
  if (fee?.state === 'submitted') return [{ do: 'conclude', leg: 'platform' }];
  if (!hasFee(payment) || payment.feeGivenUp || feesHeld(payment).length > 0) return [];
  if (fee?.state === 'signed') return [{ do: 'submit', leg: 'platform' }];
  // One that is validated and not held was sent back, while the payment had ended.
  if (isGone(fee) || fee!.state === 'validated') {
    return (fee?.attempt ?? 0) >= FEE_ATTEMPTS_MAX + 1
      ? [{ do: 'give-up-fee', reason: 'not collected after repeated requests' }]
      : [{ do: 'prepare', legs: ['platform'] }];
  }
  if (fee!.state === 'requested' && now >= new Date(fee!.request!.expiresAt))
    return [
      { do: 'collect', leg: 'platform' },
      { do: 'give-up-fee', reason: 'not signed in time' },
    ];
  return planSignature(fee!);
}

const isGone = (attempt: LegAttempt | undefined) =>
  attempt === undefined || attempt.state === 'void' || attempt.state === 'failed';

/** True where the plan depends on the business day. */
export const waitsForDay = ({ phase, delivery }: PaymentState): boolean =>
  phase === 'settling' && delivery.until !== null;

/** True where the only thing missing is a person's signature. */
export const waitsForPerson = (actions: readonly Action[]) =>
  actions.length > 0 && actions.every(({ do: what }) => OF_PERSONS.has(what));
const OF_PERSONS: ReadonlySet<Action['do']> = new Set(['collect', 'collect-late', 'check-place']);
