import type { Day } from '@tknest/contracts/money';
import type { ComplianceCaseKind, KycRole, RiskLevel, ScreeningEvent, ScreeningPair } from '@tknest/contracts/events';
import { pairKey } from './pair.js';
import {
  evolveScreening,
  hitsToInherit,
  undecidedCase,
  unresolvedHits,
  type PersonScreened,
  type PersonScreeningState,
  type WalletScreened,
} from './person-screening.state.js';

/** Data of a new case that the pure rules cannot create. */
export interface NewCase {
  caseId: string;
  /** The business day by which the applicant was promised an answer. */
  promiseBy: Day;
}

/** Every reason for which a case opens; the desk has the wording. */
const CASE_REASONS = [
  'sanctions-hit',
  'wallet-listed',
  'linked-wallet',
  'name-not-compared',
  'names-disagree',
  'duplicate-identity',
  'number-used-elsewhere',
  'provider-declined',
  'report-not-counted',
  'review-by-policy',
  'drawn-for-review',
  'decided-unscreened',
] as const;
export type CaseReason = (typeof CASE_REASONS)[number];

/**
 * Records a screening. A pair that an officer cleared stays cleared; every other hit opens a case if none is
 * open, and suspends the person unless its level is `low`.
 */
export function recordScreening(data: PersonScreened, state: PersonScreeningState, newCase: NewCase): ScreeningEvent[] {
  if (data.occasion === 'list' && !tellsNews(data, state)) return [];
  const screened: ScreeningEvent = { type: 'PersonScreened', data };
  const after = evolveScreening(state, screened);
  if (after.open.size === 0) return [screened];
  const { wallet, role, applicationId } = data;
  const risk = [...after.open.values()].some(({ level }) => level === 'high') ? 'high' : 'medium';
  const kind = data.occasion === 'list' ? 'rescreening' : 'screening';
  return [
    screened,
    ...openComplianceCase({ wallet, role, applicationId, kind, risk, reason: 'sanctions-hit' }, after, newCase),
  ];
}

/**
 * Records that a list names the wallet's own address; such a hit is always high, because an address belongs to one
 * owner. Does nothing if the hit is known or was decided, except for an attempt to pay the wallet.
 */
export function recordWalletScreening(
  data: WalletScreened,
  state: PersonScreeningState,
  newCase: NewCase,
): ScreeningEvent[] {
  const screened: ScreeningEvent = { type: 'WalletScreened', data };
  const after = evolveScreening(state, screened);
  const isKnown = keysOf([...after.open.values()]) === keysOf([...state.open.values()]);
  if (isKnown && !data.attempt) return [];
  const isToDecide = data.attempt ? after.open.size + after.confirmed.size > 0 : freshIn(after, state).length > 0;
  if (!isToDecide) return [screened];
  const kind = data.occasion === 'list' ? 'rescreening' : 'screening';
  const of = { wallet: data.wallet, role: 'investor', applicationId: '', risk: 'high' } as const;
  return [screened, ...openComplianceCase({ ...of, kind, reason: 'wallet-listed' }, after, newCase)];
}

const freshIn = (after: PersonScreeningState, before: PersonScreeningState) =>
  [...after.open.values()].filter((hit) => !before.open.has(pairKey(hit)));

/**
 * Applies an open hit of the person's other wallet to this one (rule 6); it ends here when it ends there. Does nothing
 * if it is known.
 * @param other the other wallet's open hits
 */
export function inheritHits(
  of: { wallet: string; from: string; role: KycRole; applicationId: string },
  other: PersonScreeningState,
  state: PersonScreeningState,
  newCase: NewCase,
): ScreeningEvent[] {
  const { wallet, from, role, applicationId } = of;
  const hits = hitsToInherit(other).filter((hit) => !isDecidedHere(pairKey(hit), from, state));
  const known = [...state.open.values()].filter((hit) => hit.from === from);
  if (keysOf(hits) === keysOf(known)) return [];
  const inherited: ScreeningEvent = { type: 'HitsInherited', data: { wallet, from, hits } };
  const after = evolveScreening(state, inherited);
  if (after.open.size === 0) return [inherited];
  const risk = [...after.open.values()].some(({ level }) => level === 'high') ? 'high' : 'medium';
  const asked = { wallet, role, applicationId, kind: 'screening', risk, reason: 'linked-wallet' } as const;
  return [inherited, ...openComplianceCase(asked, after, newCase)];
}

/** Whether an officer has decided on the pair under this wallet, or it was found here too. */
const isDecidedHere = (key: string, from: string, { cleared, confirmed, open }: PersonScreeningState) =>
  cleared.has(key) || confirmed.has(key) || (open.has(key) && open.get(key)?.from !== from);

const keysOf = (hits: readonly ScreeningPair[]) => hits.map(pairKey).sort().join();

/** Whether a rescreening found anything different from the previous screening, or is the first one with a list. */
function tellsNews(data: PersonScreened, state: PersonScreeningState): boolean {
  const before = state.latest[data.role];
  if (!before?.list || before.applicationId !== data.applicationId) return true;
  return keysOf(before.hits) !== keysOf(data.hits) || isCompared(before) !== isCompared(data);
}

/** False if there was a list but a name could not be compared with it, which means neither a hit nor an approval. */
const isCompared = ({ list, outcome, hits }: PersonScreened): boolean =>
  list === null || outcome === 'approved' || hits.length > 0;

/** Opens a case about a person for an officer to decide. Does nothing if such a case is open already. */
export function openComplianceCase(
  command: {
    wallet: string;
    role: KycRole;
    applicationId: string;
    kind: ComplianceCaseKind;
    risk: RiskLevel;
    reason: CaseReason;
  },
  state: PersonScreeningState,
  newCase: NewCase,
): ScreeningEvent[] {
  if (undecidedCase(state, command.kind)) return [];
  return [{ type: 'ComplianceCaseOpened', data: { ...newCase, ...command } }];
}

export interface ScreeningStanding {
  /** Rule 1: the person's open hits suspend both roles, all but those of the level `low`. */
  suspended: boolean;
  unresolved: ReturnType<typeof unresolvedHits>;
  /** Whether a name in the role's last screening could not be compared with the list, so that an officer decides. */
  notCompared: (role: KycRole) => boolean;
  /** The outcome of the role's last screening, considering decisions since; null if the role was never screened. */
  outcome: (role: KycRole) => 'approved' | 'pending' | 'rejected' | null;
}

/** The events of a screening, and the role's state after it, for commits that contain more than the screening. */
export function decideScreening(
  data: PersonScreened,
  state: PersonScreeningState,
  newCase: NewCase,
): { events: ScreeningEvent[]; outcome: 'approved' | 'pending' | 'rejected' } {
  const events = recordScreening(data, state, newCase);
  return { events, outcome: standingOf(events.reduce(evolveScreening, state)).outcome(data.role)! };
}

/** The person's screening state, which rule 1 checks in addition to the conditions of a verification. */
export function standingOf(state: PersonScreeningState): ScreeningStanding {
  const unresolved = unresolvedHits(state);
  const suspended = state.confirmed.size > 0 || unresolved.some(({ level }) => level !== 'low');
  const high = unresolved.some(({ level }) => level === 'high') || state.confirmed.size > 0;
  return {
    suspended,
    unresolved,
    notCompared: (role) => {
      const latest = state.latest[role];
      return latest !== undefined && !isCompared(latest);
    },
    outcome: (role) => {
      const latest = state.latest[role];
      if (!latest) return null;
      if (suspended) return high ? 'rejected' : 'pending';
      // Nobody is approved without a list, or by a name that could not be compared. Otherwise every hit was cleared,
      // or is low.
      return latest.list && isCompared(latest) ? 'approved' : 'pending';
    },
  };
}
