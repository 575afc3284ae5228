import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { systemClock } from '../../clock/clock.js';
import type { Config } from '../../config/config.js';
import type { Refused } from '../../domain/refused.js';
import { VaultService } from '../../vault/vault.service.js';
import { UploadQuotas } from './upload-quotas.js';

const MB = 1024 * 1024;
let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db?.drop());
beforeEach(() => db.pool.query('delete from platform.rate_limits'));

let now = new Date('2026-11-23T18:00:00.000Z');
const quotas = (rateLimits = true) => {
  const uploadQuotas = { network: { count: 3, megabytes: 10 }, total: { count: 5, megabytes: 20 } };
  const config = { rateLimits, uploadQuotas } as Config;
  return new UploadQuotas(db.pool, config, { ...systemClock, now: () => now }, new VaultService(db.pool, ringOf(1)));
};
const told = (address: string, bytes = 1) =>
  quotas()
    .take(address, bytes)
    .then(
      () => 'taken',
      (error: Refused) => [error.reason, error.message.split('.')[0], error.extra?.retryAfterSeconds],
    );
const FROM_HERE = ['too-many', 'Too much was uploaded from your network today', 6 * 3600];
const IN_ALL = ['too-many', 'The platform accepts no more uploads today', 6 * 3600];

it('a network uploads so often in a day, whichever of its addresses it uses', async () => {
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ff::3']) expect(await told(address)).toBe('taken');
  expect(await told('2001:db8::4')).toEqual(FROM_HERE);
  expect(await told('2001:db8:0:1::4')).toBe('taken');
  const before = now;
  now = new Date('2026-11-24T00:00:00.000Z');
  expect(await told('2001:db8::4')).toBe('taken');
  now = before;
});

it('a network uploads so much in a day, and what is refused counts for nothing', async () => {
  expect(await told('192.0.2.1', 11 * MB)).toEqual(FROM_HERE);
  expect(await told('192.0.2.1', 9 * MB)).toBe('taken');
  expect(await told('192.0.2.1', 2 * MB)).toEqual(FROM_HERE);
  expect(await told('192.0.2.1', 1 * MB)).toBe('taken');
});

it('all together upload so much and so often in a day', async () => {
  expect(await told('192.0.2.1', 9 * MB)).toBe('taken');
  expect(await told('192.0.2.2', 9 * MB)).toBe('taken');
  expect(await told('192.0.2.3', 3 * MB)).toEqual(IN_ALL);
  for (const last of [3, 4, 5]) expect(await told(`192.0.2.${last}`)).toBe('taken');
  expect(await told('192.0.2.6')).toEqual(IN_ALL);
});

it('a network uploads no more at midnight, where the clock of one instance is ahead of the other’s', async () => {
  const [late, early] = [new Date('2026-11-23T23:59:59.500Z'), new Date('2026-11-24T00:00:00.500Z')];
  const before = now;
  const all: unknown[] = [];
  for (let n = 0; n < 3; n++) for (now of [early, late]) all.push(await told('192.0.2.1'));
  expect(all.filter((one) => one === 'taken')).toHaveLength(3);
  now = before;
});

it('several at once take no more than there is', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => told('192.0.2.1')));
  expect(all.filter((one) => one === 'taken')).toHaveLength(3);
});

it('no address stands in the table, and RATE_LIMITS=off lifts the quotas', async () => {
  await told('192.0.2.77');
  const { rows } = await db.pool.query('select key from platform.rate_limits');
  expect([rows.length, JSON.stringify(rows).includes('192.0.2')]).toEqual([4, false]);
  await quotas(false).take('192.0.2.77', 50 * MB);
});
