import type { NotificationView } from '@tknest/contracts/api';
import { addDays, type Day } from '@tknest/contracts/money';
import { clock, day, dayInZone, weekdayOf } from '../../shared/format/time';

const DAY_MS = 86_400_000;

export const GROUPS = ['Today', 'This week', 'Earlier'] as const;
type Group = (typeof GROUPS)[number];

/**
 * Groups by the user's calendar, or by the business calendar if it happened on another day than it was recorded: today,
 * the six days before, and earlier. @param today of the business calendar
 */
export function groupOf({ at, date }: NotificationView, now: number, today: Day): Group {
  const days = Array.from({ length: 7 }, (_, ago) =>
    date ? addDays(today, -ago) : day(new Date(now - ago * DAY_MS).toISOString()),
  );
  const ago = days.indexOf(date ?? day(at));
  if (ago === 0) return 'Today';
  return ago > 0 || (!date && Date.parse(at) > now) ? 'This week' : 'Earlier';
}

/** `14:02 EST` today, `Thu, 14:02 EST` this week, `Nov 20, 2026` before. */
export function shortTime(iso: string, group: Group): string {
  if (group === 'Earlier') return day(iso);
  const time = clock(new Date(iso));
  return group === 'Today' ? time : `${weekdayOf(dayInZone(iso)).slice(0, 3)}, ${time}`;
}

/** Rows by group, in their order; groups without rows are left out. */
export const grouped = (rows: readonly NotificationView[], now: number, today: Day) =>
  GROUPS.map((group) => [group, rows.filter((row) => groupOf(row, now, today) === group)] as const).filter(
    ([, own]) => own.length > 0,
  );
