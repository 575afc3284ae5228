import type { DecisionCode, KycOutcome, KycRole, RiskLevel } from '@tknest/contracts/events';
import type { KycPolicy } from '#platform/config/identity-settings.js';
import { checkOf, type IdentityState, type ProviderCheck, type RoleStanding } from './identity.state.js';

/** The evidence for a decision besides the person's own stream. */
export interface Evidence {
  policy: KycPolicy;
  /** The combined result of the role's screening and all other findings about the person. */
  screening: 'approved' | 'pending' | 'rejected';
  /** Whether there was a list to screen against. */
  screened: boolean;
  /** There was a list, but the name cannot be compared with it: only an officer may approve. */
  notCompared: boolean;
  /** Names and birth dates in form, provider data and both roles agree. */
  detailsAgree: boolean;
  /**
   * The application waits for an officer although nothing is wrong with it, so that waiting does not tell that there is
   * a hit.
   */
  drawn: boolean;
  /** Another wallet has the same social security number. */
  duplicate: boolean;
  now: Date;
}

/** A case to open with the decision. */
export type CaseAsked = { kind: 'documents' | 'provider'; risk: RiskLevel; reason: CaseReasonAsked };
type CaseReasonAsked =
  | 'name-not-compared'
  | 'names-disagree'
  | 'duplicate-identity'
  | 'provider-declined'
  | 'report-not-counted'
  | 'review-by-policy'
  | 'drawn-for-review';

export interface Assessment {
  standing: RoleStanding;
  cases: CaseAsked[];
  /** The provider withdrew its approval: both roles are suspended until an officer decides. */
  suspends: boolean;
}

/** How long a verification is valid, by policy. */
const VALID_YEARS = 1;
const CONCLUDED: ReadonlySet<string> = new Set(['approved', 'declined', 'retry']);
/** Whether the provider has a result; before that there is nothing to decide. */
export const isConcluded = (status: ProviderCheck['status']): boolean => CONCLUDED.has(status);
const saysSomething = (check: ProviderCheck | undefined) =>
  check !== undefined && (check.withdrawn || isConcluded(check.status));

/**
 * The policy, in one place (rules 1 to 3 and 6). Null if nothing was submitted for the role yet.
 *
 * Verified means that every condition of the level is met and nothing about the person is unresolved. `auto` accepts a
 * form with its documents and a clean screening; `review` also requires a provider or an officer; a provider alone
 * verifies investors only. The worst finding decides.
 */
export function assess(state: IdentityState, role: KycRole, evidence: Evidence): Assessment | null {
  const form = state.forms[role];
  const check = checkOf(state, role);
  const applicationId = form?.applicationId ?? check?.externalId;
  if (!applicationId || (!form && !saysSomething(check))) return null;
  const review = state.reviews[role]?.applicationId === applicationId ? state.reviews[role] : undefined;
  const decidedBy = review ? 'reviewer' : check?.since ? 'provider' : 'policy';
  const base = { applicationId, provider: check?.since ? check.provider : ('platform' as const), decidedBy } as const;
  const cases = casesOf(state, role, evidence, review !== undefined);
  const say = (status: KycOutcome, code: DecisionCode | null, riskLevel: RiskLevel, flags: string[] = []) => ({
    standing: { ...base, status, code, riskLevel, flags, expiresAt: null } as RoleStanding,
    cases,
    suspends: check?.withdrawn === true && review?.decision !== 'clear',
  });

  // What is over stays what its person was told: a change of it would tell of a hit on another application.
  if (review?.decision === 'reject') return say('rejected', 'reviewer-rejected', 'high');
  const before = state.standing[role];
  const isRevoked = before?.code === 'verification-revoked' && before.applicationId === applicationId;
  if (!review && isRevoked) return keep(before);
  if (evidence.screening === 'rejected') return say('rejected', 'screening-hit', 'high', ['sanctions-match']);
  const isRenewal = before?.status === 'verified' && before.applicationId !== applicationId;
  const undecided = (said: Assessment): Assessment =>
    isRenewal && said.standing.status === 'pending' && !lapsed(before, evidence.now)
      ? { ...said, standing: before }
      : said;
  if (!review) {
    const objection = objectionOf(state, role, check, evidence);
    if (objection) return check?.withdrawn ? say(...objection) : undecided(say(...objection));
  }
  if (!evidence.screened) return undecided(say('pending', 'screening-unavailable', 'medium', ['manual-review']));
  const isReadByOfficer = review !== undefined && evidence.notCompared;
  if (evidence.screening === 'pending' && !isReadByOfficer)
    return say('pending', 'manual-review', 'medium', ['manual-review']);
  if (holds(state, role, applicationId, evidence.now)) return keep(state.standing[role]!);
  const missing = missingOf(state, role, check, evidence.policy, review !== undefined);
  if (missing) return undecided(say('pending', missing, 'medium', ['manual-review']));
  if (!review && evidence.drawn) {
    cases.push({ kind: 'documents', risk: 'low', reason: 'drawn-for-review' });
    return undecided(say('pending', 'manual-review', 'medium', ['manual-review']));
  }
  const verified = say('verified', null, 'low');
  return { ...verified, standing: { ...verified.standing, expiresAt: inAYear(evidence.now) } };
}

const keep = (standing: RoleStanding): Assessment => ({ standing, cases: [], suspends: false });

/** A verification stays valid even if the policy changes; after it has ended, only later submissions count. */
function holds(state: IdentityState, role: KycRole, applicationId: string, now: Date): boolean {
  const before = state.standing[role];
  if (before?.status !== 'verified' || before.applicationId !== applicationId) return false;
  return !lapsed(before, now) || !((checkOf(state, role)?.since ?? '') > before.expiresAt!);
}

type Said = [status: KycOutcome, code: DecisionCode, risk: RiskLevel, flags?: string[]];

/** Objections that only an officer can clear. */
function objectionOf(
  state: IdentityState,
  role: KycRole,
  check: ProviderCheck | undefined,
  { detailsAgree, duplicate }: Evidence,
): Said | null {
  const review = ['manual-review'];
  if (check?.status === 'declined') return ['rejected', 'provider-declined', 'high'];
  if (check?.withdrawn) return ['pending', 'provider-withdrew', 'high', review];
  if (check?.status === 'retry' && !state.forms[role]) return ['rejected', 'provider-retry', 'medium'];
  if (wasDeclined(state, role)) return ['pending', 'manual-review', 'high', review];
  if (!detailsAgree) return ['pending', 'details-differ', 'medium', review];
  if (duplicate && !wasVerifiedBefore(state, role)) return ['pending', 'duplicate-identity', 'medium', review];
  if (state.revoked.has(role)) return ['pending', 'manual-review', 'medium', review];
  if ([...state.documents.values()].some(({ scan }) => scan === 'infected'))
    return ['rejected', 'documents-refused', 'high'];
  return null;
}

/** An earlier verification stays valid, so that applying with somebody's number cannot end it. */
const wasVerifiedBefore = (state: IdentityState, role: KycRole) => state.standing[role]?.status === 'verified';

/**
 * The first condition of the level that is not met yet. An officer can replace the provider's check, but never the
 * form.
 */
function missingOf(
  state: IdentityState,
  role: KycRole,
  check: ProviderCheck | undefined,
  policy: KycPolicy,
  reviewed: boolean,
): DecisionCode | null {
  const approved = check?.status === 'approved';
  const form = state.forms[role] !== undefined;
  if ([...state.documents.values()].some(({ scan }) => scan === 'quarantined')) return 'documents-checking';
  if (!form && role === 'landlord') return 'form-required';
  if (!form) return approved || reviewed ? null : 'manual-review';
  if (policy === 'auto' || approved || reviewed) return null;
  return check ? 'provider-required' : 'manual-review';
}

/** Cases for an officer. Only one case of a kind is open at a time; what an officer has decided is not asked again. */
function casesOf(state: IdentityState, role: KycRole, evidence: Evidence, reviewed: boolean): CaseAsked[] {
  if (reviewed) return [];
  const check = checkOf(state, role);
  const form = state.forms[role] !== undefined;
  const cases: CaseAsked[] = [];
  if (check?.withdrawn || wasDeclined(state, role))
    cases.push({ kind: 'provider', risk: 'high', reason: 'provider-declined' });
  if (evidence.notCompared) cases.push({ kind: 'documents', risk: 'medium', reason: 'name-not-compared' });
  else if (!evidence.detailsAgree) cases.push({ kind: 'documents', risk: 'medium', reason: 'names-disagree' });
  else if (evidence.duplicate) cases.push({ kind: 'documents', risk: 'medium', reason: 'duplicate-identity' });
  else if (form && (state.revoked.has(role) || (evidence.policy === 'review' && check?.status !== 'approved')))
    cases.push({ kind: 'documents', risk: 'low', reason: 'review-by-policy' });
  return cases;
}

/** A provider refused permanently, in this or an earlier attempt: an officer must approve before another attempt. */
const wasDeclined = (state: IdentityState, role: KycRole) =>
  [...state.checks.values()].some((check) => check.role === role && check.status === 'declined');

function inAYear(now: Date): string {
  const at = new Date(now);
  at.setUTCFullYear(at.getUTCFullYear() + VALID_YEARS);
  return at.toISOString();
}

/** Whether a decision differs from the previous one. */
export function isNews(next: RoleStanding, before: RoleStanding | undefined): boolean {
  const told = ({ applicationId, status, code, riskLevel, expiresAt }: RoleStanding) =>
    JSON.stringify([applicationId, status, code, riskLevel, expiresAt]);
  return !before || told(next) !== told(before);
}

export function lapsed({ expiresAt }: Pick<RoleStanding, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}
