/**
 * Days of the business calendar as `YYYY-MM-DD`, in the zone America/New_York. A business day is any day except
 * Saturdays, Sundays, and days on which a federal holiday of the United States is observed (5 U.S.C. 6103: a holiday on
 * a Saturday is observed on the Friday before, one on a Sunday on the Monday after).
 */
export type Day = `${number}-${number}-${number}`;

/** Whether a text names a day that exists: not 2026-02-31, which `Date` reads as March 3. */
export function isDay(text: string): text is Day {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

export const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
export const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** `Dec`, of `2026-12` or a day in it. */
export const shortMonth = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3);

/** `December 2026`, of `2026-12` or a day in it. */
export const monthInWords = (day: string): string => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** `Dec 15, 2026`: the same day in every time zone. */
export const dayInWords = (day: Day): string => `${shortMonth(day)} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;

/** The business day of a record that names it only where it is not that of its time. */
export const recordedOn = ({ date, createdAt }: { date?: Day | undefined; createdAt: string }): Day =>
  date ?? dayAt(new Date(createdAt));

const toMs = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10) as Day;
const dayOf = (year: number, month: number, date: number): Day => toDay(Date.UTC(year, month - 1, date));
const weekdayOf = (day: Day) => new Date(toMs(day)).getUTCDay();

export const addDays = (day: Day, days: number): Day => toDay(toMs(day) + days * MS_PER_DAY);

/** Calendar days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: Day, to: Day): number => (toMs(to) - toMs(from)) / MS_PER_DAY;

/** The same date of the month `months` later. The date must be one that every month has, 1 to 28. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return dayOf(year, month + months, date);
}

/** The first day with this date of the month (1 to 28) that is not before `day`. */
export function nextWithDate(date: number, day: Day): Day {
  const [year, month] = day.split('-').map(Number) as [number, number, number];
  const sameMonth = dayOf(year, month, date);
  return sameMonth >= day ? sameMonth : dayOf(year, month + 1, date);
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;

/** The n-th given weekday of a month; the last one if n is -1. */
function nthWeekday(year: number, month: number, weekday: number, n: number): Day {
  if (n < 0) {
    const last = dayOf(year, month + 1, 0);
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  }
  const first = dayOf(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7);
}

/**
 * The business calendar's day at a time from 2007 on, when today's rule came into force: New York is five hours behind
 * UTC, and four from the second Sunday in March to the first one in November, each at 2:00 (15 U.S.C. 260a). Computed,
 * so that a log is read alike whatever zone data a machine or a browser has, and a slow phone makes no format for it.
 */
export function dayAt(moment: Date): Day {
  const year = moment.getUTCFullYear();
  const begins = toMs(nthWeekday(year, 3, SUNDAY, 2)) + 7 * MS_PER_HOUR;
  const ends = toMs(nthWeekday(year, 11, SUNDAY, 1)) + 6 * MS_PER_HOUR;
  const isDaylightSaving = begins <= moment.getTime() && moment.getTime() < ends;
  return toDay(moment.getTime() - (isDaylightSaving ? 4 : 5) * MS_PER_HOUR);
}

function observed(day: Day): Day {
  const weekday = weekdayOf(day);
  return weekday === 6 ? addDays(day, -1) : weekday === 0 ? addDays(day, 1) : day;
}

const JUNETEENTH_SINCE = 2021;

/** The days on which the federal holidays of a year are observed. New Year's Day may be observed in the year before. */
export const federalHolidays = (year: number): readonly Day[] => [
  observed(dayOf(year, 1, 1)),
  nthWeekday(year, 1, MONDAY, 3), // Birthday of Martin Luther King, Jr.
  nthWeekday(year, 2, MONDAY, 3), // Washington's Birthday
  nthWeekday(year, 5, MONDAY, -1), // Memorial Day
  ...(year >= JUNETEENTH_SINCE ? [observed(dayOf(year, 6, 19))] : []),
  observed(dayOf(year, 7, 4)),
  nthWeekday(year, 9, MONDAY, 1), // Labor Day
  nthWeekday(year, 10, MONDAY, 2), // Columbus Day
  observed(dayOf(year, 11, 11)), // Veterans Day
  nthWeekday(year, 11, THURSDAY, 4), // Thanksgiving Day
  observed(dayOf(year, 12, 25)),
];

const kept = new Map<number, ReadonlySet<Day>>();

function holidaysAround(year: number): ReadonlySet<Day> {
  let days = kept.get(year);
  if (!days) kept.set(year, (days = new Set([...federalHolidays(year), ...federalHolidays(year + 1)])));
  return days;
}

export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !holidaysAround(Number(day.slice(0, 4))).has(day);
}

/** The day itself if it is a business day, otherwise the next business day. */
export function moveToBusinessDay(day: Day): Day {
  let moved = day;
  while (!isBusinessDay(moved)) moved = addDays(moved, 1);
  return moved;
}

/** The n-th business day after a day. */
export function addBusinessDays(day: Day, n: number): Day {
  let at = day;
  for (let counted = 0; counted < n;) {
    at = addDays(at, 1);
    if (isBusinessDay(at)) counted++;
  }
  return at;
}

/** Business days after `from`, up to and with `to`; 0 if `to` is not later. */
export function businessDaysBetween(from: Day, to: Day): number {
  if (to <= from) return 0;
  const weeks = Math.floor(daysBetween(from, to) / 7);
  let weekdays = weeks * 5;
  for (let day = addDays(from, weeks * 7 + 1); day <= to; day = addDays(day, 1))
    if (weekdayOf(day) % 6 !== 0) weekdays++;
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: last - first + 2 }, (_, index) => first + index);
  // Holidays are observed on weekdays.
  return weekdays - years.flatMap(federalHolidays).filter((day) => day > from && day <= to).length;
}
