import type { NotificationView } from '@tknest/contracts/api';
import { clock, day } from '../../shared/format/time';
import { inZone } from '../../shared/format/zone';

const DAY_MS = 86_400_000;
const weekday = () => inZone('weekday', 'en-US', { weekday: 'short' });

export const GROUPS = ['Today', 'This week', 'Earlier'] as const;
type Group = (typeof GROUPS)[number];

/** Groups by the user's calendar: today, the six days before, and earlier. */
export function groupOf(iso: string, now: number): Group {
  if (day(iso) === day(new Date(now).toISOString())) return 'Today';
  const reached = Array.from({ length: 6 }, (_, ago) => day(new Date(now - (ago + 1) * DAY_MS).toISOString()));
  return reached.includes(day(iso)) || Date.parse(iso) > now ? 'This week' : 'Earlier';
}

/** `14:02 EST` today, `Thu, 14:02 EST` this week, `Nov 20, 2026` before. */
export function shortTime(iso: string, group: Group): string {
  if (group === 'Earlier') return day(iso);
  const time = clock(new Date(iso));
  return group === 'Today' ? time : `${weekday().format(new Date(iso))}, ${time}`;
}

/** Rows by group, in their order; groups without rows are left out. */
export const grouped = (rows: readonly NotificationView[], now: number) =>
  GROUPS.map((group) => [group, rows.filter(({ at }) => groupOf(at, now) === group)] as const).filter(
    ([, own]) => own.length > 0,
  );
