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

const made = new Map<string, Intl.DateTimeFormat>();

/** A format in the displayed zone. @param name unique cache key of the format */
export function inZone(name: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name}/${zone()}`;
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, zone() === 'utc' ? { ...options, timeZone: 'UTC' } : options);
    made.set(key, format);
  }
  return format;
}

/** The zone's abbreviation at a time: `EST`, `EDT`, `GMT+1`, `UTC`. */
export const zoneName = (at: Date): string =>
  inZone('zone', 'en-US', { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value;
