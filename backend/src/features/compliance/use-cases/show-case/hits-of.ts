import type { ComplianceHit } from '@tknest/contracts/api';
import type { ScreeningHit } from '@tknest/contracts/events';
import {
  matchView,
  pairKey,
  unresolvedHits,
  type ListKeeper,
  type PersonScreeningState,
  type ScreeningReport,
  type ScreeningSubject,
} from '../../../screening/screening.public.js';

type Reported = ScreeningReport['hits'][number];

/** What stands against a person, and what was decided before: which words matched, as the list has them today. */
export function hitsOf(
  state: PersonScreeningState,
  subjects: readonly ScreeningSubject[],
  lists: ListKeeper,
): ComplianceHit[] {
  const found = new Map<string, Reported>();
  for (const subject of subjects) {
    const report = lists.loaded?.screen(subject);
    for (const hit of [...(report?.hits ?? []), ...(report?.near ?? [])])
      found.set(`${hit.list}/${hit.entityNumber}`, hit);
  }
  const latest = Object.values(state.latest).flatMap(({ hits }) => hits);
  const remembered = latest.filter((hit) => state.cleared.has(pairKey(hit)));
  const all = new Map([...remembered, ...unresolvedHits(state)].map((hit) => [pairKey(hit), hit]));
  return [...all.entries()]
    .map(([key, hit]) => ({
      ...shown(hit, found.get(`${hit.list}/${hit.entityNumber}`)),
      remembered: state.cleared.has(key),
      confirmed: state.confirmed.has(key),
    }))
    .sort((a, b) => Number(a.remembered) - Number(b.remembered) || b.score - a.score);
}

/** An entry whose name is nearly the applicant's says who the applicant is: of it the number is shown alone. */
export function maskedHit(hit: ComplianceHit): ComplianceHit {
  const name = `Entry ${hit.entityNumber}`;
  const details = { aliases: [], weakAliases: [], birthDates: [], countries: [], words: [], remarks: '' };
  return { ...hit, ...details, name, primaryName: name, explanation: 'Shown to officers' };
}

/** The score is the one that was decided on; an entry that is no longer found is shown by its number. */
function shown(hit: ScreeningHit, reported: Reported | undefined): Omit<ComplianceHit, 'remembered' | 'confirmed'> {
  const { score, level, list, entityNumber } = hit;
  if (reported) return { ...matchView(reported), score, level };
  return {
    name: 'No longer on the list',
    primaryName: 'No longer on the list',
    score,
    level,
    list,
    entityNumber,
    line: 0,
    aliases: [],
    weakAliases: [],
    programs: [],
    program: '',
    type: 'individual',
    birthDates: [],
    countries: [],
    remarks: '',
    words: [],
    explanation: 'The list that is loaded does not have this entry as it was.',
    birthDate: 'unknown',
    country: 'unknown',
  };
}
