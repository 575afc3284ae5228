import { dayInWords, monthInWords, MONTHS, shortMonth, WEEKDAYS, type Day } from '@tknest/contracts/money';
import { inZone, zoneName } from './zone';

/** An instant, not a day without a time: that one has no zone, and {@link businessDay} shows it. */
type Instant<Text extends string> = Text extends Day ? never : Text;
/** `Nov 20, 2026`, of an instant in the displayed zone */
export const day = <Text extends string>(iso: Instant<Text>) => dayInWords(dayInZone(iso));
/** The day of an instant in the displayed zone */
export const dayInZone = (iso: string) => inZone(new Date(iso)).slice(0, 10) as Day;
/** `Dec 15, 2026` of a day without a time, the same in every zone */
export const businessDay = dayInWords;
/** `November 2026`, of a day without a time, or of `2026-11` */
export const monthOf = monthInWords;
export { shortMonth };
/** `Nov 20, 2026, 14:02 EST`: a time names its zone. */
export const dayAndTime = (iso: string) => `${day(iso)}, ${clock(new Date(iso))}`;
/** `Nov 20, 2026, 14:02:09.123 EST`, for event trails. */
export const exactTime = (iso: string) => `${day(iso)}, ${exactClock(iso)}`;
/** `14:02:09.123 EST` */
export const exactClock = (iso: string) => {
  const at = new Date(iso);
  return `${inZone(at).slice(11)} ${zoneName(at)}`;
};

/** `14:02 EST` or `14:02:09 EST` */
export const clock = (date: Date, to: 'minutes' | 'seconds' = 'minutes') =>
  `${inZone(date).slice(11, to === 'seconds' ? 19 : 16)} ${zoneName(date)}`;
/** `Friday, November 20, 2026` */
export const longDay = (date: Date) =>
  `${WEEKDAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
/** `Monday, March 1`, of a day without a time in the near future */
export const weekday = (day: Day) => {
  const date = new Date(day);
  return `${weekdayOf(day)}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
};
/** `Monday`, of a day without a time */
export const weekdayOf = (day: Day) => WEEKDAYS[new Date(day).getUTCDay()]!;
/** In the displayed zone. */
export const greeting = (date: Date) =>
  date.getHours() < 12 ? 'Good morning' : date.getHours() < 18 ? 'Good afternoon' : 'Good evening';
/** `1 min 15 s`, `0.8 s`: the time from one instant to another. */
export function duration(fromIso: string, toIso: string): string {
  const ms = Math.max(0, Date.parse(toIso) - Date.parse(fromIso));
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** `4:31` until an instant; never below zero. */
export function countdown(untilIso: string, now: number): string {
  const seconds = Math.max(0, Math.floor((new Date(untilIso).getTime() - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
