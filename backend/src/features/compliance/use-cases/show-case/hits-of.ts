import type { ComplianceHit } from '@tknest/contracts/api';
import type { ScreeningHit } from '@tknest/contracts/events';
import {
  matchView,
  type ListKeeper,
  type ScreeningReport,
  type ScreeningSubject,
} from '#features/screening/module.public.js';
import { pairKey, unresolvedHits, type PersonScreeningState } from '#features/screening/rules.public.js';

type Reported = ScreeningReport['hits'][number];

/** A person's open hits and earlier decisions, with the words that matched in today's list. */
export function hitsOf(
  wallet: string,
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
      ...shown(hit, found.get(`${hit.list}/${hit.entityNumber}`), lists.loaded, wallet),
      remembered: state.cleared.has(key),
      confirmed: state.confirmed.has(key),
    }))
    .sort((a, b) => Number(a.remembered) - Number(b.remembered) || b.score - a.score);
}

/**
 * Masks an entry's name and number: both can be looked up on the published list, and the name is nearly the
 * applicant's. @param place of the hit in the case, from 0
 */
export function maskedHit(hit: ComplianceHit, place: number): ComplianceHit {
  const entityNumber = `•••• (${place + 1})`;
  const name = 'Hidden entry';
  const details = { aliases: [], weakAliases: [], birthDates: [], countries: [], words: [], remarks: '' };
  return { ...hit, ...details, entityNumber, name, primaryName: name, explanation: 'Shown to officers' };
}

/**
 * The score is the one that was decided on. An entry found by other details of the person (an earlier application, or
 * another wallet) is shown by its name; one that is no longer on the list, by its number.
 */
function shown(
  hit: ScreeningHit,
  reported: Reported | undefined,
  list: ListKeeper['loaded'],
  wallet: string,
): Omit<ComplianceHit, 'remembered' | 'confirmed'> {
  const { score, level, list: listName, entityNumber } = hit;
  if (reported) return { ...matchView(reported), score, level };
  const entry = list?.entry(listName, entityNumber);
  const name = entry?.names[0]?.name ?? 'No longer on the list';
  return {
    name,
    primaryName: name,
    score,
    level,
    list: listName,
    entityNumber,
    line: 0,
    aliases: [],
    weakAliases: [],
    programs: [...(entry?.programs ?? [])],
    program: entry?.programs[0] ?? '',
    type: 'individual',
    birthDates: [],
    countries: [],
    remarks: '',
    words: [],
    explanation: !entry
      ? 'The current list no longer contains this entry in this form.'
      : list!.partiesOf(wallet).includes(entry)
        ? `The entry names this wallet: ${wallet}.`
        : 'It is on the list. It was found with an earlier application or another wallet of the person; check those.',
    birthDate: 'unknown',
    country: 'unknown',
  };
}
