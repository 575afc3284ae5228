import type {
  ComplianceCaseKind,
  KycRole,
  RiskLevel,
  ScreeningEvent,
  ScreeningHit,
  ScreeningPair,
} from '@tknest/contracts/events';
import type { Folded } from '#platform/event-store/decider.js';
import { entryKey, pairKey, pairOf } from './pair.js';

export type PersonScreened = Extract<ScreeningEvent, { type: 'PersonScreened' }>['data'];
export type WalletScreened = Extract<ScreeningEvent, { type: 'WalletScreened' }>['data'];

/** A compliance case: what one officer, or two, must decide about a person. */
export interface ComplianceCase {
  caseId: string;
  role: KycRole;
  applicationId: string;
  kind: ComplianceCaseKind;
  /** The reason, as a code. */
  reason: string;
  risk: RiskLevel;
  state: 'open' | 'asked' | 'second-approval' | 'decided';
  /** Incremented with every change that affects a decision, but not by views. */
  revision: number;
  /** The first officer's clearance while it waits for a second officer. */
  proposal: { by: string; hits: readonly ScreeningPair[] } | null;
  decision: 'clear' | 'reject' | null;
  /** The officer to whom it is assigned; null if it waits in the queue. */
  assignee: string | null;
}

/** An open hit of the person. */
export type StandingHit = ScreeningHit & {
  /** The role whose screening found it; without meaning for inherited hits. */
  role: KycRole;
  /** The application for which it was found; empty if it was inherited, or if the wallet's address is listed. */
  applicationId: string;
  /** When the list on which it was found was fetched. */
  fetchedAt: string;
  /** The person's other wallet from which it was inherited; null if it was found here. */
  from: string | null;
};

export interface PersonScreeningState {
  /** The last screening of each role. */
  latest: Partial<Record<KycRole, PersonScreened>>;
  /** Undecided hits, by pair. */
  open: ReadonlyMap<string, StandingHit>;
  /** Hits confirmed to be the listed party, by pair; only an officer's later clearance ends that. */
  confirmed: ReadonlyMap<string, StandingHit>;
  /** Cleared pairs; they do not come back until one of their digests changes. */
  cleared: ReadonlySet<string>;
  cases: ReadonlyMap<string, ComplianceCase>;
  /** Other wallets that an officer has linked to the same person, or set apart. */
  linked: ReadonlySet<string>;
  apart: ReadonlySet<string>;
}

export const neverScreened: PersonScreeningState = {
  latest: {},
  open: new Map(),
  confirmed: new Map(),
  cleared: new Set(),
  cases: new Map(),
  linked: new Set(),
  apart: new Set(),
};

/** The person's hits that are not cleared. */
export const unresolvedHits = (state: PersonScreeningState): StandingHit[] => [
  ...state.confirmed.values(),
  ...state.open.values(),
];

/** The hits that the person's other wallets inherit: those found here, but not inherited ones. */
export const hitsToInherit = (state: PersonScreeningState): ScreeningHit[] =>
  unresolvedHits(state)
    .filter(({ from }) => from === null)
    .map((hit) => ({ ...pairOf(hit), score: hit.score, level: hit.level }));

/** Hits and decisions on them belong to one case, whether an application or a list caused them. */
export const isAboutHits = ({ kind }: Pick<ComplianceCase, 'kind'>) => kind === 'screening' || kind === 'rescreening';

/** Undecided cases of a kind: several if an officer reopens one that was rejected before. */
const undecidedCases = (state: PersonScreeningState, kind: ComplianceCaseKind): ComplianceCase[] =>
  [...state.cases.values()].filter(
    (one) => one.state !== 'decided' && (isAboutHits({ kind }) ? isAboutHits(one) : one.kind === kind),
  );

/** The first undecided case of a kind. */
export const undecidedCase = (state: PersonScreeningState, kind: ComplianceCaseKind): ComplianceCase | undefined =>
  undecidedCases(state, kind)[0];

export function evolveScreening(state: PersonScreeningState, event: ScreeningEvent): PersonScreeningState {
  switch (event.type) {
    case 'PersonScreened':
      return screened(state, event.data);
    case 'WalletScreened':
      return walletScreened(state, event.data);
    case 'ComplianceCaseOpened': {
      const { caseId, role, applicationId, kind, risk, reason } = event.data;
      return withCase(state, {
        caseId,
        role,
        applicationId,
        kind,
        reason,
        risk,
        state: 'open',
        revision: 0,
        proposal: null,
        decision: null,
        assignee: null,
      });
    }
    case 'ComplianceCaseAssigned':
      return taken(state, event.data.caseId, () => event.data.to);
    case 'ApplicantAsked':
      return moved(state, event.data.caseId, { state: 'asked', proposal: null, assignee: event.data.by });
    case 'ApplicantAnswered':
      return moved(state, event.data.caseId, { state: 'open' });
    case 'ClearanceProposed':
      return moved(state, event.data.caseId, {
        state: 'second-approval',
        proposal: event.data,
        assignee: event.data.by,
      });
    case 'ClearanceReturned':
      return returned(state, event.data.caseId);
    case 'WalletsLinked':
    case 'WalletsSetApart':
      return related(state, event);
    case 'HitsInherited':
      return inherited(state, event.data);
    case 'ComplianceCaseDecided':
      return moved(settled(state, event.data), event.data.caseId, {
        state: 'decided',
        proposal: null,
        decision: event.data.decision,
        assignee: event.data.by,
      });
    default:
      return state;
  }
}

/**
 * Adds open hits. Only officers close a hit, never a screening. An entry that the list now has in another form replaces
 * its earlier form.
 */
function screened(state: PersonScreeningState, data: PersonScreened): PersonScreeningState {
  const { role, applicationId, occasion } = data;
  const fetchedAt = data.list?.fetchedAt ?? '';
  const fresh = data.hits.map((hit) => ({ ...hit, role, applicationId, fetchedAt, from: null }));
  const before = occasion === 'list' ? (state.latest[role]?.hits ?? []) : [];
  return withHits({ ...state, latest: { ...state.latest, [role]: data } }, superseded(state, fresh), fresh, before);
}

/** Like a person's screening: an address hit that is no longer on the list stays open until an officer closes it. */
function walletScreened(state: PersonScreeningState, { list, hits }: WalletScreened): PersonScreeningState {
  const { fetchedAt } = list;
  const fresh = hits.map((hit) => ({ ...hit, role: 'investor' as const, applicationId: '', fetchedAt, from: null }));
  return withHits(state, superseded(state, fresh), fresh);
}

/** The hits that stay open: all except older forms of entries that were found under the same name and birth date. */
function superseded(state: PersonScreeningState, fresh: readonly StandingHit[]): (readonly [string, StandingHit])[] {
  const newer = new Map(fresh.map((hit) => [entryKey(hit), hit]));
  return [...state.open].filter(([key, hit]) => {
    const by = newer.get(entryKey(hit));
    return !by || hit.from !== null || pairKey(by) === key || hit.fetchedAt > by.fetchedAt;
  });
}

/** Hits from another wallet replace those that came from it before; hits found here stay. */
function inherited(
  state: PersonScreeningState,
  { from, hits }: Extract<ScreeningEvent, { type: 'HitsInherited' }>['data'],
): PersonScreeningState {
  const kept = [...state.open].filter(([, hit]) => hit.from !== from);
  const there = new Map(kept);
  const fresh = hits
    .filter((hit) => !there.has(pairKey(hit)))
    .map((hit) => ({ ...hit, role: 'investor' as const, applicationId: '', fetchedAt: '', from }));
  return withHits(state, kept, fresh);
}

/** @param before the previous screening's hits: if one of them is no longer found, the case's revision changes */
function withHits(
  state: PersonScreeningState,
  kept: readonly (readonly [string, StandingHit])[],
  found: readonly StandingHit[],
  before: readonly ScreeningPair[] = [],
): PersonScreeningState {
  const fresh = found
    .map((hit) => [pairKey(hit), notLower(hit, state.open.get(pairKey(hit)))] as const)
    .filter(([key]) => !state.cleared.has(key) && !state.confirmed.has(key));
  const changed = fresh.some(([key]) => !state.open.has(key));
  const next = { ...state, open: new Map([...kept, ...fresh]) };
  const gone = [...state.open.keys()].some((key) => !next.open.has(key));
  const there = new Set(found.map(pairKey));
  const missed = before.map(pairKey).some((key) => next.open.has(key) && !there.has(key));
  if (!changed && !gone && !missed) return next;
  const isHigh = fresh.some(([, { level }]) => level === 'high');
  // A proposal was made without the new hit, so it starts over. If only a hit has gone, the proposal stays, and the
  // second officer decides with the current list.
  const anew = ({ risk, state: stage }: ComplianceCase): Partial<ComplianceCase> =>
    changed ? { risk: isHigh ? 'high' : risk, state: stage === 'asked' ? 'asked' : 'open', proposal: null } : {};
  return undecidedCases(state, 'screening').reduce<PersonScreeningState>(
    (after, one) => moved(after, one.caseId, anew(one)),
    next,
  );
}

/** A hit that suspends goes on doing so until an officer decides. */
const notLower = (hit: StandingHit, before: StandingHit | undefined): StandingHit =>
  hit.level === 'low' && before ? { ...hit, level: before.level } : hit;

function settled(
  state: PersonScreeningState,
  { decision, hits }: Extract<ScreeningEvent, { type: 'ComplianceCaseDecided' }>['data'],
): PersonScreeningState {
  const [open, confirmed, cleared] = [new Map(state.open), new Map(state.confirmed), new Set(state.cleared)];
  for (const key of hits.map(pairKey)) {
    const hit = open.get(key) ?? confirmed.get(key);
    open.delete(key);
    confirmed.delete(key);
    if (decision === 'clear') cleared.add(key);
    else if (hit) confirmed.set(key, hit);
  }
  return { ...state, open, confirmed, cleared };
}

function related(
  state: PersonScreeningState,
  { type, data: { other } }: Extract<ScreeningEvent, { type: 'WalletsLinked' | 'WalletsSetApart' }>,
): PersonScreeningState {
  const [linked, apart] = [new Set(state.linked), new Set(state.apart)];
  const [to, from] = type === 'WalletsLinked' ? [linked, apart] : [apart, linked];
  to.add(other);
  from.delete(other);
  return { ...state, linked, apart };
}

const withCase = (state: PersonScreeningState, one: ComplianceCase): PersonScreeningState => ({
  ...state,
  cases: new Map(state.cases).set(one.caseId, one),
});

/** Changes the assignment of a case, which does not affect a decision. */
function taken(
  state: PersonScreeningState,
  caseId: string,
  by: (one: ComplianceCase) => string | null,
): PersonScreeningState {
  const one = state.cases.get(caseId);
  return one && one.state !== 'decided' ? withCase(state, { ...one, assignee: by(one) }) : state;
}

/** Assigned back to the officer who proposed, whoever had it in the meantime. */
function returned(state: PersonScreeningState, caseId: string): PersonScreeningState {
  const one = state.cases.get(caseId);
  const assignee = one?.proposal?.by ?? one?.assignee ?? null;
  return moved(state, caseId, { state: 'open', proposal: null, assignee });
}

function moved(state: PersonScreeningState, caseId: string, changes: Partial<ComplianceCase>): PersonScreeningState {
  const one = state.cases.get(caseId);
  return one ? withCase(state, { ...one, ...changes, revision: one.revision + 1 }) : state;
}

export const screeningStream = (wallet: string) => `screening-${wallet}`;
/** The stream and its fold, for `handleCommand` and `handleCommandAcross`. */
export const screeningFold = (wallet: string): Folded<PersonScreeningState, ScreeningEvent> => ({
  stream: screeningStream(wallet),
  initialState: neverScreened,
  evolve: evolveScreening,
});
