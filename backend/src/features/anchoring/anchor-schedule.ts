/** When the next anchor is due, and when it is late. Pure. */
import { ANCHOR_LATE_INTERVALS } from '@tknest/contracts/rules';
import type { AnchorEntry } from './anchor-book.js';

const MINUTE_MS = 60_000;
/** Exponential backoff after a failure: the pause doubles each time, up to the interval. */
const FIRST_PAUSE_MS = 5 * MINUTE_MS;

/** When the next anchor is due, in milliseconds since 1970. */
export function dueAt(entries: readonly AnchorEntry[], everyMinutes: number): number {
  const newest = entries.at(-1);
  if (!newest) return 0;
  const interval = everyMinutes * MINUTE_MS;
  const failed = entries.length - 1 - entries.findLastIndex(({ state }) => state.phase !== 'failed');
  const pause = failed === 0 ? interval : Math.min(interval, FIRST_PAUSE_MS * 2 ** (failed - 1));
  return newest.at.getTime() + pause;
}

/**
 * The anchor in progress. One that has been in progress for a whole interval is ignored, so that a stuck anchor does
 * not block later ones.
 */
export const underWay = (entries: readonly AnchorEntry[], everyMinutes: number, now: Date): AnchorEntry | undefined =>
  entries.findLast(
    ({ state, at }) => state.phase === 'open' && now.getTime() - at.getTime() < everyMinutes * MINUTE_MS,
  );

/** The newest anchor that the log records as validated. */
export const newestAnchored = (entries: readonly AnchorEntry[]): AnchorEntry | undefined =>
  entries.findLast(({ state }) => state.phase === 'anchored');

/** How old the newest anchor of a growing log may get before a case opens, in milliseconds. */
export const lateAfterMs = (everyMinutes: number): number => ANCHOR_LATE_INTERVALS * everyMinutes * MINUTE_MS;
