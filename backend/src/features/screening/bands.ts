import type { BirthDateAgreement } from './list/birth-dates.js';

/** The score from which a name alone is a hit that an officer decides. */
export const NAME_LINE = 0.8;
/** From this score on, a full name equals the listed one, letter for letter or nearly so. */
export const EXACT_LINE = 0.95;
/** From this score on, no birth date reduces a hit, no matter who confirmed it (rule 4). */
const WHATEVER_DATE_LINE = 0.9;
/** The threshold for a name if the birth date is the same. */
const SAME_DATE_LINE = 0.72;
const NEAR_DATE_LINE = 0.86;
/** How much the same country lowers the threshold. */
const COUNTRY_STEP = 0.02;
/** Below this score nothing is a hit. */
export const LOWEST_LINE = SAME_DATE_LINE - COUNTRY_STEP;

export interface Qualifiers {
  /** `unknown` if either side has none. */
  birthDate: BirthDateAgreement;
  birthDateConfirmed: boolean;
  country: 'same' | 'differs' | 'unknown';
}

/** The score from which a name is a hit. An unconfirmed birth date can only lower it, never raise it (rule 4). */
export function lineFor({ birthDate, birthDateConfirmed, country }: Qualifiers): number {
  const line = {
    same: SAME_DATE_LINE,
    near: birthDateConfirmed ? NEAR_DATE_LINE : NAME_LINE,
    differs: birthDateConfirmed ? WHATEVER_DATE_LINE : NAME_LINE,
    unknown: NAME_LINE,
  }[birthDate];
  const contradicted = birthDateConfirmed && birthDate === 'differs';
  return country === 'same' && !contradicted ? line - COUNTRY_STEP : line;
}

/** High: the name equals the entry's, and no confirmed detail contradicts it. */
export function levelOf(
  { score, whole, tellingPairs }: { score: number; whole: boolean; tellingPairs: number },
  { birthDate, birthDateConfirmed }: Qualifiers,
): 'medium' | 'high' {
  const contradicted = birthDate === 'differs' && birthDateConfirmed;
  const full = tellingPairs > 1 || (whole && score > 0.99);
  return score >= EXACT_LINE && full && !contradicted ? 'high' : 'medium';
}
