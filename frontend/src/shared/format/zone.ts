import { useSyncExternalStore } from 'react';
import { TIME_ZONE } from '../storage/keys';

/** The zone of displayed times: the viewer's own, or UTC, which office users may choose. */
export type Zone = 'local' | 'utc';

/** Cached, because every time in a table needs it. */
let chosen: Zone | undefined;
TIME_ZONE.subscribe(() => (chosen = undefined));
export const zone = (): Zone => (chosen ??= TIME_ZONE.read() ?? 'local');

export const chooseZone = (next: Zone): void => TIME_ZONE.write(next === 'utc' ? next : null);

export const useZone = (): Zone => useSyncExternalStore(TIME_ZONE.subscribe, zone, () => 'local');

const MINUTE_MS = 60_000;

/** `2026-11-20T14:02:09.123`: an instant in the displayed zone. */
export const inZone = (at: Date): string =>
  new Date(at.getTime() - (zone() === 'utc' ? 0 : at.getTimezoneOffset() * MINUTE_MS)).toISOString().slice(0, -1);

/** Making one takes a slow phone 25 ms. */
let named: Intl.DateTimeFormat | undefined;

/** The zone's abbreviation at a time: `EST`, `EDT`, `GMT+1`, `UTC`. */
export function zoneName(at: Date): string {
  if (zone() === 'utc') return 'UTC';
  named ??= new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
  return named.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
}
