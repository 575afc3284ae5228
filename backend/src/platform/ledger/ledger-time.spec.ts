import { expect, it } from '@jest/globals';
import { holds } from '#test/support/alert-rules.js';
import { beforeScrape, metrics } from '../telemetry/metrics.js';
import { LedgerTime } from './ledger-time.js';

const rippleSeconds = (iso: string) => Date.parse(iso) / 1000 - 946_684_800;
const CLOSE = '2026-11-21T12:00:00.000Z';

function timed() {
  const at = { wall: Date.parse(CLOSE) + 4_000, stopwatch: 1_000 };
  const time = new LedgerTime({ now: () => new Date(at.wall) }, () => at.stopwatch);
  return { at, time };
}

it('a clock that differs by more than two minutes is named, also between two ledgers', async () => {
  const { at, time } = timed();
  time.publish();
  time.hear(rippleSeconds(CLOSE), true);
  expect(time.problem()).toBeNull();
  at.wall = Date.parse('2036-11-21T12:00:05Z');
  at.stopwatch += 1_000;
  expect(time.problem()).toMatch(/clock is 315619204 s ahead of the last validated ledger/);
  for (const measure of beforeScrape) await measure();
  expect(await metrics.metrics()).toContain('clock_difference_seconds 315619204');
  at.wall = Date.parse(CLOSE) - 121_000;
  expect(time.problem()).toMatch(/122 s behind/);
  at.wall = Date.parse(CLOSE) + 120_000;
  expect(time.problem()).toBeNull();
});

it('a node that is away for an hour makes no wrong clock of a right one', () => {
  const { at, time } = timed();
  time.hear(rippleSeconds(CLOSE), true);
  at.wall += 3_600_000;
  at.stopwatch += 3_600_000;
  expect(time.problem()).toBeNull();
});

it('only a ledger that closes now is compared with the clock, and an older one moves nothing back', () => {
  const { time } = timed();
  time.hear(rippleSeconds('2026-11-21T11:00:00Z'), false);
  expect(time.differsMs()).toBeNull();
  expect(time.closedAt).toEqual(new Date('2026-11-21T11:00:00Z'));
  time.hear(rippleSeconds(CLOSE), true);
  time.hear(rippleSeconds('2026-11-21T11:30:00Z'), true);
  expect(time.closedAt).toEqual(new Date(CLOSE));
});

it('ClockDiffers: the machine goes on a minute after the ledger, or before it', async () => {
  const { at, time } = timed();
  time.publish();
  time.hear(rippleSeconds(CLOSE), true);
  for (const [seconds, expected] of [
    [60, false],
    [61, true],
    [-61, true],
  ] as const) {
    at.wall = Date.parse(CLOSE) + seconds * 1_000;
    for (const measure of beforeScrape) await measure();
    expect([seconds, holds('ClockDiffers', await metrics.metrics())]).toEqual([seconds, expected]);
  }
});
