import { describe, expect, it } from '@jest/globals';
import type { AnchorEntry } from './anchor-book.js';
import { noAnchor, type AnchorState } from './anchor.decider.js';
import { dueAt, newestAnchored, underWay } from './anchor-schedule.js';

const MINUTE = 60_000;
const entry = (minute: number, phase: AnchorState['phase']): AnchorEntry => ({
  id: String(minute),
  at: new Date(minute * MINUTE),
  state: { ...noAnchor, phase },
});
const due = (...entries: AnchorEntry[]) => dueAt(entries, 60) / MINUTE;

describe('the next anchor', () => {
  it('is due at once where there is none, and an interval after the last one', () => {
    expect(due()).toBe(0);
    expect(due(entry(10, 'anchored'))).toBe(70);
    expect(due(entry(10, 'anchored'), entry(70, 'open'))).toBe(130);
  });
  it('comes sooner after a failure, with growing pauses', () => {
    const failed = (count: number) => Array.from({ length: count }, () => entry(100, 'failed'));
    expect([1, 2, 3, 4, 5, 9].map((count) => due(entry(1, 'anchored'), ...failed(count)) - 100)).toEqual([
      5, 10, 20, 40, 60, 60,
    ]);
    expect(due(entry(100, 'failed'))).toBe(105);
  });
  it('is not held up by one that hangs', () => {
    const entries = [entry(0, 'anchored'), entry(60, 'open')];
    expect(underWay(entries, 60, new Date(61 * MINUTE))?.id).toBe('60');
    expect(underWay(entries, 60, new Date(121 * MINUTE))).toBeUndefined();
    expect(newestAnchored(entries)?.id).toBe('0');
  });
});
