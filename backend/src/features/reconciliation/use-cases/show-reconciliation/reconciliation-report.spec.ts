import { expect, it } from '@jest/globals';
import { holds } from '#test/support/alert-rules.js';
import { TestClock } from '#test/support/processes.js';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { ReconciliationReport } from './reconciliation-report.js';

const MINUTE_MS = 60_000;

it('ReconciliationStopped: the last comparison was more than half an hour ago', async () => {
  const clock = new TestClock(Date.parse('2026-11-25T00:00:00Z'));
  const last = { at: clock.now(), reached: { ledgers: {} } };
  const report = new ReconciliationReport(
    { getRepository: () => ({ find: async () => [] }) } as never,
    { validatedIndex: async () => 7 } as never,
    clock,
    {} as never,
    { address: async () => 'rAccount' } as never,
    { last: async () => last } as never,
    { execute: async () => ({}) } as never,
  );
  report.onModuleInit();
  const tell = async () => {
    for (const measure of beforeScrape) await measure();
    return metrics.metrics();
  };
  clock.advance(30 * MINUTE_MS);
  expect(holds('ReconciliationStopped', await tell())).toBe(false);
  clock.advance(1_000);
  expect(holds('ReconciliationStopped', await tell())).toBe(true);
  report.onApplicationShutdown();
});
