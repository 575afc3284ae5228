import type { IdentityEvent, KycRole, SuspensionCode, BusinessDate } from '@tknest/contracts/events';
import { KYC } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { lapsed } from './assess.js';
import { noticeKey, type IdentityState } from './identity.state.js';

const DAY_MS = 24 * 3_600_000;

type DataOf<Type extends IdentityEvent['type']> = Extract<IdentityEvent, { type: Type }>['data'];
export type Submission = DataOf<'KycSubmitted'>;
export type Started = DataOf<'VerificationStarted'>;
export type Report = DataOf<'VerificationReported'>;

/** The message for a suspended person. */
export const suspended = () => new Refused('forbidden', 'This wallet is suspended: please contact the platform');

/** @throws Refused if the person may not apply for the role, or is verified for it already */
function mustBeOpen(state: IdentityState, role: KycRole, now: Date): void {
  if (state.suspensions.size > 0) throw suspended();
  const standing = state.standing[role];
  // A renewal may begin once the first expiry notice is due.
  const soon = new Date(now.getTime() + KYC.expiryNoticeDays[0] * DAY_MS);
  if (standing?.status === 'verified' && !lapsed(standing, soon))
    throw new Refused('conflict', 'You are already verified');
}

const UNDECIDED = 'Your application is being reviewed. You can submit another one once it is decided.';

/**
 * Submits the form; the same application twice counts once. Only one application at a time may be undecided.
 * @param hidesHits whether an undecided hit is shown to the applicant as a review
 * @throws Refused
 */
export function submitForm(
  submission: Submission,
  state: IdentityState,
  now: Date,
  hidesHits: boolean,
): IdentityEvent[] {
  if (state.applications.has(submission.applicationId)) return [];
  mustBeOpen(state, submission.role, now);
  if (isUndecided(state, submission.role, hidesHits))
    throw new Refused('conflict', UNDECIDED, { code: 'application-undecided' });
  return [{ type: 'KycSubmitted', data: submission }];
}

/** Whether an application or renewal is undecided, as its applicant sees it. */
function isUndecided({ forms, standing, reviews }: IdentityState, role: KycRole, hidesHits: boolean): boolean {
  const [form, told] = [forms[role], standing[role]];
  if (!form || !told) return false;
  // A pending renewal leaves the earlier decision in place.
  if (told.applicationId !== form.applicationId) return reviews[role]?.applicationId !== form.applicationId;
  return told.status === 'pending' || (hidesHits && told.code === 'screening-hit');
}

/** A verification with a provider begins. @throws Refused */
export function startVerification(started: Started, state: IdentityState, now: Date): IdentityEvent[] {
  mustBeOpen(state, started.role, now);
  return [{ type: 'VerificationStarted', data: started }];
}

/** Records the provider's report. Ignores one that is older than the known state, or the same. */
export function recordReport(report: Report, state: IdentityState): IdentityEvent[] {
  const check = state.checks.get(report.externalId);
  if (!check || state.erasure === 'erased') return [];
  const known = check.since !== null && check.status === report.status;
  if (known || (check.since !== null && report.since < check.since)) return [];
  return [{ type: 'VerificationReported', data: report }];
}

/** An officer decided on a verification; a system's suspension ends with a clearance. */
export function recordReview(review: DataOf<'VerificationReviewed'>, state: IdentityState): IdentityEvent[] {
  if (state.erasure === 'erased') return [];
  const reviewed: IdentityEvent = { type: 'VerificationReviewed', data: review };
  if (review.decision === 'reject' || !state.suspensions.has('provider-withdrew')) return [reviewed];
  return [reviewed, ...suspendWallet({ ...review, suspended: false, code: 'provider-withdrew' }, state)];
}

/** Suspends a wallet, or lifts the suspension. Idempotent. */
export function suspendWallet(
  command: { wallet: string; suspended: boolean; code: SuspensionCode; reasonItem?: string | null },
  state: IdentityState,
): IdentityEvent[] {
  const { wallet, code, reasonItem = null } = command;
  if (state.suspensions.has(code) === command.suspended) return [];
  return [{ type: command.suspended ? 'WalletSuspended' : 'WalletReinstated', data: { wallet, code, reasonItem } }];
}

/** An admin revokes a verification. @throws Refused if there is none */
export function revokeVerification(command: DataOf<'VerificationRevoked'>, state: IdentityState): IdentityEvent[] {
  if (state.standing[command.role]?.status !== 'verified')
    throw new Refused('conflict', `This wallet is not verified as ${command.role}`);
  return [{ type: 'VerificationRevoked', data: command }];
}

/**
 * Marks a wallet as lost: its verifications end, and only an officer can approve its current and future applications.
 */
export function endStanding(
  command: { wallet: string; reasonItem: string | null },
  state: IdentityState,
): IdentityEvent[] {
  return (['investor', 'landlord'] as const)
    .filter((role) => state.standing[role]?.status === 'verified' || !state.revoked.has(role))
    .map((role) => ({ type: 'VerificationRevoked', data: { ...command, role } }));
}

/**
 * Notifies verified people 30, 7 and 1 days before the end, once each; if several are due, only the one closest to the
 * end.
 */
export function noticeExpiry(wallet: string, today: BusinessDate, state: IdentityState): IdentityEvent[] {
  return (['investor', 'landlord'] as const).flatMap((role): IdentityEvent[] => {
    const standing = state.standing[role];
    if (standing?.status !== 'verified' || !standing.expiresAt) return [];
    const { expiresAt } = standing;
    const left = Math.ceil((Date.parse(expiresAt.slice(0, 10)) - Date.parse(today)) / DAY_MS);
    const days = [...KYC.expiryNoticeDays].reverse().find((day) => left <= day);
    if (left < 0 || days === undefined || state.noticed.has(noticeKey(role, expiresAt, days))) return [];
    return [{ type: 'VerificationExpiryNoticed', data: { wallet, role, expiresAt, days, date: today } }];
  });
}
