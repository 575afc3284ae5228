import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { systemClock } from '../clock/clock.js';
import type { SessionRequest } from '../http/access.js';
import { securityEvent } from './security-log.js';
import { SecurityRecords } from './security-records.js';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db?.drop());

const DAY_MS = 24 * 3_600_000;
const request = (ip: string, id?: string) =>
  ({
    ip,
    method: 'POST',
    route: { path: '/api/payouts/:id/pause' },
    session: id && { id: id.repeat(64), role: 'admin' },
  }) as unknown as SessionRequest;
const rows = async () =>
  (
    await db.pool.query(
      'select event, address, method, call, session, count from platform.security_log order by address, event',
    )
  ).rows;

it('a refusal and a sign-in stand with their address in the table, counted by the minute, for 30 days', async () => {
  let now = new Date('2026-11-23T12:00:30.000Z');
  const records = new SecurityRecords(db.pool, { ...systemClock, now: () => now });
  records.onModuleInit();
  for (let times = 0; times < 3; times++) securityEvent('forbidden', request('192.0.2.1', 'a'));
  await records.write();
  securityEvent('forbidden', request('192.0.2.1', 'a'));
  securityEvent('sign-in-refused', request('2001:db8::7'));
  await records.write();
  const call = { method: 'POST', call: '/api/payouts/:id/pause' };
  const refusals = [
    { event: 'forbidden', address: '192.0.2.1', ...call, session: 'a'.repeat(16), count: 4 },
    { event: 'sign-in-refused', address: '2001:db8::7', ...call, session: '', count: 1 },
  ];
  expect(await rows()).toEqual(refusals);
  now = new Date(now.getTime() + 30 * DAY_MS - 60_000);
  await records.forget();
  expect(await rows()).toEqual(refusals);
  now = new Date(now.getTime() + 2 * 60_000);
  await records.forget();
  expect(await rows()).toEqual([]);
  await records.onApplicationShutdown();
  securityEvent('forbidden', request('192.0.2.9'));
  await records.write();
  expect(await rows()).toEqual([]);
});

it('a flood of addresses does not grow without end', async () => {
  const records = new SecurityRecords(db.pool, systemClock);
  records.onModuleInit();
  for (let one = 0; one < 6_000; one++) securityEvent('unauthenticated', request(`10.${one >> 8}.${one & 255}.1`));
  await records.onApplicationShutdown();
  const all = await rows();
  expect(all.length).toBeLessThanOrEqual(5_002);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(6_000);
});
