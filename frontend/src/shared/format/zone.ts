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

/**
 * When a day begins in the displayed zone, so that a list filtered by days matches the dates that it shows.
 * @param day YYYY-MM-DD
 * @param plus days after it
 * @returns ISO 8601, UTC
 */
export function startOfDay(day: string, plus = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const begins = [year, month - 1, date + plus] as const;
  return new Date(zone() === 'utc' ? Date.UTC(...begins) : new Date(...begins).getTime()).toISOString();
}
