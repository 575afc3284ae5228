import type { ScreeningMatch } from '@tknest/contracts/api';
import { NAME_LINE } from './bands.js';
import type { ReportedHit, WordPair } from './report.js';

const HOW: Readonly<Record<WordPair['how'], string>> = {
  same: 'is the same word as',
  looks: 'looks like',
  spelling: 'is spelled like',
  sound: 'sounds like',
  'short form': 'is another form of',
  consonants: 'has the consonants of',
  initial: 'begins as',
  joined: 'is, written as one word,',
  none: 'has no counterpart',
};
const percent = (score: number) => `${Math.round(score * 1000) / 10}`;

/** Explains how a name got its score. */
export function explain(hit: ReportedHit): string {
  const pairs = hit.words
    .filter(({ screened, listed }) => screened !== null && listed !== null)
    .map(({ screened, listed, how }) => `“${screened}” ${HOW[how]} “${listed}”`);
  const added = hit.words.flatMap(({ screened, listed }) => (screened !== null && listed === null ? [screened] : []));
  const missing = hit.words.flatMap(({ screened, listed }) => (screened === null && listed !== null ? [listed] : []));
  const parts = [
    pairs.length > 0 ? pairs.join(', ') : 'No words match',
    added.length > 0 ? `nothing in the listed name explains ${quoted(added)}` : '',
    missing.length > 0
      ? `${quoted(missing)} of the listed name ${missing.length === 1 ? 'is' : 'are'} not in the screened one`
      : '',
  ].filter(Boolean);
  return `${parts.join('; ')}. ${percent(hit.score)} of 100; a hit begins at ${percent(hit.line)}${because(hit)}.`;
}

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

function because({ birthDate, country, line }: ReportedHit): string {
  // A birth date that was only typed and differs or is near does not change the threshold.
  if (line === NAME_LINE) return '';
  const born = {
    same: 'the birth date is the same',
    near: 'the birth date is near',
    differs: 'the birth date differs',
    unknown: '',
  }[birthDate];
  const reasons = [born, country === 'same' ? 'a country is the same' : ''].filter(Boolean);
  return reasons.length > 0 ? `, since ${reasons.join(' and ')}` : '';
}

/** A hit as shown to those who may read list details. */
export function matchView(hit: ReportedHit): ScreeningMatch {
  const { party, name, score, line, level, list, entityNumber, words, birthDate, country } = hit;
  const [primary, ...others] = party.names;
  return {
    name,
    score,
    line,
    level,
    list,
    entityNumber,
    primaryName: primary!.name,
    aliases: others.map((other) => other.name),
    weakAliases: [...party.weakAliases],
    programs: [...party.programs],
    program: party.programs.join(', '),
    type: party.type,
    birthDates: party.birthDates.map(({ text }) => text),
    countries: [...party.countries],
    remarks: party.remarks,
    words,
    explanation: explain(hit),
    birthDate,
    country,
  };
}
