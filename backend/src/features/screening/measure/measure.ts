import { capitalized } from '@tknest/contracts/words';
import type { ListedParty } from '../list/listed-party.js';
import type { Screener } from '../screener.js';
import { partsOf } from '../matching/words.js';
import { cleanPerson } from './clean-names.js';
import { EDITS, type Edit } from './edits.js';
import { Random } from '#platform/seeded-random.js';

/** The shares found under one edit, among the names to which it applies. */
export interface Recall {
  edit: string;
  names: number;
  nameOnly: number;
  withBirthDate: number;
  missed: string[];
}

/** A person's main name as somebody would enter it: given names first, each capitalized. */
function enteredWords(party: ListedParty): string[] {
  const { given, surname } = partsOf(party.names[0]!.name);
  return [...given, ...(surname ?? [])].map(({ text }) => capitalized(text));
}

/** A birth date that matches the list's; null if the list has none. */
export function ownBirthDate({ birthDates: [first] }: ListedParty): string | null {
  if (!first) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${first.firstYear}-${two(first.month ?? 6)}-${two(first.day ?? 15)}`;
}

/** Whether a listed person is found: by the name alone, and with their confirmed birth date. */
export function recallOf(
  screener: Screener,
  persons: readonly ListedParty[],
  edit: string,
  seed: number,
  edited: Edit = EDITS[edit]!,
): Recall {
  const random = new Random(seed);
  const recall: Recall = { edit, names: 0, nameOnly: 0, withBirthDate: 0, missed: [] };
  let dated = 0;
  for (const party of persons) {
    const words = enteredWords(party);
    const name = words.length < 2 ? null : edited(words, random);
    if (name === null) continue;
    recall.names++;
    const found = (birthDate: string | null) =>
      screener
        .screen({
          kind: 'individual',
          names: [name],
          birthDate: birthDate === null ? null : { value: birthDate, confirmed: true },
          countries: [],
        })
        .hits.some((hit) => hit.entityNumber === party.entityNumber);
    if (found(null)) recall.nameOnly++;
    else recall.missed.push(`${name} <- ${party.names[0]!.name}`);
    const born = ownBirthDate(party);
    if (born === null) continue;
    dated++;
    if (found(born)) recall.withBirthDate++;
  }
  recall.nameOnly /= recall.names;
  recall.withBirthDate /= dated;
  return recall;
}

/** The share of unlisted people who are flagged: by the name alone, and with a confirmed birth date. */
export function flaggedOf(screener: Screener, persons: number, seed: number, next = cleanPerson) {
  const random = new Random(seed);
  const flagged: { nameOnly: number; withBirthDate: number; names: string[] } = {
    nameOnly: 0,
    withBirthDate: 0,
    names: [],
  };
  const times: number[] = [];
  for (let person = 0; person < persons; person++) {
    const { name, birthDate } = next(random);
    const subject = { kind: 'individual', names: [name], countries: [] } as const;
    const begun = performance.now();
    const byName = screener.screen({ ...subject, birthDate: null });
    times.push(performance.now() - begun);
    const byBoth = screener.screen({ ...subject, birthDate: { value: birthDate, confirmed: true } });
    if (byName.status !== 'approved') {
      flagged.nameOnly++;
      flagged.names.push(`${name} <- ${byName.hits[0]!.name} ${byName.hits[0]!.score}`);
    }
    if (byBoth.status !== 'approved') flagged.withBirthDate++;
  }
  flagged.nameOnly /= persons;
  flagged.withBirthDate /= persons;
  return { ...flagged, p95: percentile(times, 0.95), p50: percentile(times, 0.5) };
}

/** The value below which the given share lies, in the unit of the values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
