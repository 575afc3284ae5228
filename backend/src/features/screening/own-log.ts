import type { KycRole } from '@tknest/contracts/events';
import { load } from '#platform/event-store/decider.js';
import { START, type EventStore } from '#platform/event-store/event-store.js';
import { unlessGone, type VaultService } from '#platform/vault/vault.service.js';
import { breathing } from './list/ofac-list.js';
import { readLists } from './list/list-files.js';
import { filesIn } from './list/list-places.js';
import { standingOf } from './person/person-screening.decider.js';
import { screeningFold, type PersonScreened, type PersonScreeningState } from './person/person-screening.state.js';
import { strictest, type ReportedHit, type ScreeningReport } from './report.js';
import { Screener } from './screener.js';
import type { ScreenedSubjects, ScreeningSubject } from './subject.js';

/** What the matcher of this version does with the people of one script. */
export interface Counted {
  people: number;
  /** Nobody is approved now who is counted here. */
  stoppedBefore: number;
  /** Approved now: suspended by a new hit. */
  suspended: number;
  /** Approved now: a coarse hit alone, which opens a case. */
  caseOnly: number;
  /** Approved now: a name that is no longer compared, so an officer decides. */
  notCompared: number;
}

const ROLES: readonly KycRole[] = ['investor', 'landlord'];
const SCRIPTS = ['Arabic', 'Cyrillic', 'Greek', 'Han', 'Hangul', 'Hebrew', 'Devanagari'].map(
  (name) => [name, new RegExp(`\\p{scx=${name}}`, 'u')] as const,
);

/** The first script of the names that is not Latin. */
function scriptOf(subjects: readonly ScreeningSubject[]): string {
  const names = subjects.flatMap((subject) => subject.names).join(' ');
  const found = SCRIPTS.find(([, letters]) => letters.test(names));
  return found?.[0] ?? (/(?!\p{scx=Latin})\p{L}/u.test(names) ? 'other' : 'Latin');
}

/** @param folder with the lists' files */
export async function screenerOf(folder: string): Promise<Screener> {
  const lists = await readLists(filesIn(folder), new Date(), breathing());
  return Screener.of(lists, lists[0]!, breathing());
}

/**
 * Screens everybody of the log without recording anything, before the program of this version does: how many people it
 * would stop, by script. People who were erased are left out.
 */
export async function screenOwnLog(
  store: EventStore,
  vault: Pick<VaultService, 'get'>,
  screener: Pick<Screener, 'screen'>,
): Promise<Map<string, Counted>> {
  const counts = new Map<string, Counted>();
  for (const wallet of await walletsOf(store)) {
    const { state } = await load(store, screeningFold(wallet));
    for (const role of ROLES) {
      const latest = state.latest[role];
      const subjects = latest && (await subjectsOf(vault, latest));
      if (!subjects?.length) continue;
      const script = scriptOf(subjects);
      const count = counts.get(script) ?? { people: 0, stoppedBefore: 0, suspended: 0, caseOnly: 0, notCompared: 0 };
      counts.set(script, count);
      count.people++;
      if (standingOf(state).outcome(role) !== 'approved') count.stoppedBefore++;
      else
        judge(
          count,
          subjects.map((subject) => screener.screen(subject)),
          state,
        );
    }
  }
  return counts;
}

function judge(count: Counted, reports: readonly ScreeningReport[], state: PersonScreeningState): void {
  const isKnown = knownIn(state);
  const hits = reports.flatMap((report) => report.hits).filter((hit) => !isKnown(hit));
  if (hits.length > 0) count[hits.every(({ coarse }) => coarse) ? 'caseOnly' : 'suspended']++;
  else if (strictest(reports).status !== 'approved' && reports.every((report) => report.hits.length === 0))
    count.notCompared++;
}

/** Whether an officer decided about the entry, or it has a case: by its digest, as the name has not changed. */
function knownIn({ open, cleared }: PersonScreeningState): (hit: ReportedHit) => boolean {
  const pairs = [...open.keys(), ...cleared];
  return ({ list, entityNumber, entryHash }) =>
    pairs.some((pair) => pair.startsWith(`${list}/${entityNumber}/${entryHash}/`));
}

async function walletsOf(store: EventStore): Promise<Set<string>> {
  const wallets = new Set<string>();
  for (let [after, end] = [START, false]; !end;) {
    const page = await store.readAll(after, { filter: { types: ['PersonScreened'] } });
    for (const { data } of page.events) wallets.add((data as PersonScreened).wallet);
    ({ next: after, end } = page);
  }
  return wallets;
}

async function subjectsOf(
  vault: Pick<VaultService, 'get'>,
  { wallet, subjectItem }: PersonScreened,
): Promise<ScreeningSubject[]> {
  const kept = await unlessGone(vault.get(subjectItem, { subject: wallet, kind: 'screening-subjects' }));
  return (kept as ScreenedSubjects | null)?.subjects ?? [];
}
