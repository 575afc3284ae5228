/** A birth date on a list: a day, a month, a year or a span of years, exact or "circa". */
export interface ListedBirthDate {
  /** As published. */
  text: string;
  firstYear: number;
  lastYear: number;
  /** 1 to 12, null if only years are given. */
  month: number | null;
  day: number | null;
  circa: boolean;
}

/** Null if the years make no sense: lists contain all kinds of text instead of dates. */
export function birthDateOf(date: ListedBirthDate): ListedBirthDate | null {
  const isYear = (year: number) => Number.isInteger(year) && year > 1800 && year < 2200;
  if (!isYear(date.firstYear) || !isYear(date.lastYear)) return null;
  return { ...date, day: date.month === null ? null : date.day };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ONE = /^(?:(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?\s+)?(\d{4})$/i;

/** `07 Oct 1952`, `Oct 1952`, `1952`, `circa 1952`, `1950 to 1952`; null for any other form. */
export function parseBirthDate(text: string): ListedBirthDate | null {
  const circa = /^(?:circa|approximately|about)\b/i.test(text);
  const bare = text.replace(/^(?:circa|approximately|about)\s*/i, '').trim();
  const [first, last = first] = bare
    .split(/\s*(?:\bto\b|\band\b|-|–|\/)\s*(?:circa\s+)?/i)
    .map((part) => ONE.exec(part));
  if (!first || !last) return null;
  const month = first === last && first[2] ? MONTHS.indexOf(first[2].toLowerCase()) + 1 : 0;
  const exact = first === last;
  return {
    text,
    firstYear: Number(first[3]),
    lastYear: Number(last[3]),
    month: month > 0 ? month : null,
    day: exact && first[1] && month > 0 ? Number(first[1]) : null,
    circa,
  };
}

/**
 * Compares a birth date with those of an entry: `same` day (month or year, if the list has no more), `near` (typical
 * clerical and calendar differences), `differs`, `unknown` if the list has none.
 */
export type BirthDateAgreement = 'same' | 'near' | 'differs' | 'unknown';

const YEARS_NEAR = 2;
const YEARS_NEAR_CIRCA = 5;
const CLOSER: readonly BirthDateAgreement[] = ['same', 'near', 'differs'];

/** @param value YYYY-MM-DD */
export function compareBirthDate(value: string, listed: readonly ListedBirthDate[]): BirthDateAgreement {
  const [year, month, day] = value.split('-').map(Number) as [number, number, number];
  const found = new Set(listed.map((one) => compareOne(year, month, day, one)));
  return CLOSER.find((agreement) => found.has(agreement)) ?? 'unknown';
}

function compareOne(year: number, month: number, day: number, listed: ListedBirthDate): BirthDateAgreement {
  const years = listed.circa ? YEARS_NEAR_CIRCA : YEARS_NEAR;
  if (year < listed.firstYear - years || year > listed.lastYear + years) return 'differs';
  const inside = year >= listed.firstYear && year <= listed.lastYear;
  if (!inside) return 'near';
  if (listed.month === null) return 'same';
  if (listed.month === month && (listed.day === null || listed.day === day)) return 'same';
  // Day and month get swapped when dates are copied between national formats.
  return listed.month === day && listed.day === month ? 'same' : 'near';
}
