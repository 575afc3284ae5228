import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@tknest/contracts/rules';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { systemClock, type Clock } from '../clock/clock.js';
import type { Config } from '../config/config.js';
import type { Refused } from '../domain/refused.js';
import { KeyRing } from '../vault/key-ring.js';
import { replaceKey } from '../vault/replace-keys.js';
import { RateLimiter } from './rate-limiter.js';
import { SessionService } from './session-service.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const config = {
  sessionIdleMinutes: 30,
  sessionMaxHours: 12,
  adminWallets: new Set(['rAdmin']),
  auditorWallets: new Set(['rAuditor']),
  complianceWallets: new Set(['rOfficer']),
  rateLimits: true,
} as unknown as Config;

let db: TestDatabase;
let now = new Date('2026-11-21T12:00:30Z').getTime();
const clock: Clock = { ...systemClock, now: () => new Date(now) };
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db?.drop());

describe('a session', () => {
  let sessions: SessionService;
  beforeEach(async () => {
    sessions = new SessionService(db.pool, config, clock, ringOf(1));
    await db.pool.query('delete from platform.sessions');
    await sessions.open('token', 'rSomebody', 'investor');
  });
  const live = async () => (await sessions.find('token', false)) !== null;

  it('is found by its token and by nothing that stands in the table', async () => {
    expect(await sessions.find('token', true)).toMatchObject({
      wallet: 'rSomebody',
      role: 'investor',
      fromCookie: true,
    });
    expect(await sessions.find('another', true)).toBeNull();
    const { rows } = await db.pool.query('select t::text as row from platform.sessions t');
    expect(rows[0].row).not.toContain('token');
    expect(await sessions.find(rows[0].row.slice(1, 65), true)).toBeNull();
  });

  it.each([
    ['its wallet', "wallet = 'rAdmin'"],
    ['its role', "role = 'landlord'"],
    ['when it was opened', "opened_at = opened_at + interval '1 hour'"],
    ['when it ends', "expires_at = expires_at + interval '1 hour'"],
    ['its token', "id = encode(sha256('mine'), 'hex')"],
    ['its MAC', 'mac = null'],
  ])('opens nothing once somebody changed %s in the table', async (_, change) => {
    await db.pool.query(`update platform.sessions set ${change}`);
    for (const token of ['token', 'mine']) expect(await sessions.find(token, true)).toBeNull();
    for (const wallet of ['rSomebody', 'rAdmin']) expect(await sessions.listOf(wallet)).toEqual([]);
  });

  it('that somebody put into the table opens nothing', async () => {
    await db.pool.query(
      `insert into platform.sessions (id, wallet, role, opened_at, seen_at, expires_at, mac)
       select encode(sha256('mine'), 'hex'), 'rAdmin', 'admin', opened_at, seen_at, expires_at, mac from platform.sessions`,
    );
    expect(await sessions.find('mine', true)).toBeNull();
    expect(await sessions.find('token', true)).toMatchObject({ wallet: 'rSomebody' });
  });

  it('ends at once where the key of sessions was replaced', async () => {
    const masters = { masterKey: Buffer.alloc(32, 1), masterKeyFile: null };
    const ring = await new KeyRing(masters).open(db.pool, { stored: async () => [] });
    const running = new SessionService(db.pool, config, clock, ring);
    await running.open('before', 'rSomebody', 'investor');
    expect(await running.find('before', true)).not.toBeNull();
    await replaceKey(db.pool, [masters.masterKey], 'sessions');
    expect(await running.find('before', true)).toBeNull();
    await running.open('after', 'rSomebody', 'investor');
    expect(await running.find('after', true)).not.toBeNull();
    await db.pool.query('delete from platform.wrapped_keys');
  });

  it('is listed with its device and the moment it ends by itself, and is ended by itself', async () => {
    await sessions.open('phone', 'rSomebody', 'investor', 'Safari on iPhone');
    await sessions.open('other', 'rOther', 'investor', 'Firefox on Windows');
    const listed = await sessions.listOf('rSomebody');
    expect(listed.map(({ device }) => device).toSorted()).toEqual(['Safari on iPhone', null]);
    for (const { endsAt } of listed) expect(endsAt.getTime()).toBe(now + 30 * MINUTE);
    const phone = listed.find(({ device }) => device !== null)!;
    expect(await sessions.closeOneOf('rOther', phone.id.slice(0, 16))).toBe(false);
    expect(await sessions.closeOneOf('rSomebody', phone.id.slice(0, 16))).toBe(true);
    expect(await sessions.find('phone', true)).toBeNull();
    expect(await live()).toBe(true);
    now += 11 * HOUR + 45 * MINUTE;
    await db.pool.query('update platform.sessions set seen_at = $1', [new Date(now)]);
    // It reaches its maximum age in fifteen minutes, which use does not extend.
    expect((await sessions.listOf('rSomebody'))[0]!.endsAt.getTime()).toBe(now + 15 * MINUTE);
  });

  it('ends SESSION_IDLE_MINUTES after the last call', async () => {
    for (let used = 0; used < 4; used++) {
      now += 29 * MINUTE;
      expect(await live()).toBe(true);
    }
    now += 30 * MINUTE;
    expect(await live()).toBe(false);
  });

  it('ends SESSION_MAX_HOURS after it was opened, however much it is used', async () => {
    for (let used = 0; used < 12 * 3 - 1; used++) {
      now += 20 * MINUTE;
      expect(await live()).toBe(true);
    }
    now += 20 * MINUTE;
    expect(await live()).toBe(false);
    await sessions.open('token', 'rSomebody', 'investor');
    expect(await live()).toBe(false);
  });

  it('ends at sign-out, and leaves nothing behind once it has ended by itself', async () => {
    await sessions.close((await sessions.find('token', false))!.id);
    expect(await live()).toBe(false);
    await sessions.open('idle', 'rSomebody', 'investor');
    await sessions.open('used', 'rSomebody', 'investor');
    now += 29 * MINUTE;
    await sessions.find('used', false);
    now += 2 * MINUTE;
    await sessions.removeExpired();
    expect((await db.pool.query('select 1 from platform.sessions')).rowCount).toBe(1);
    expect(await sessions.find('used', false)).not.toBeNull();
  });

  it('has the role that the settings grant now, whatever was chosen at sign-in', async () => {
    await sessions.open('admin', 'rAdmin', 'landlord');
    await sessions.open('auditor', 'rAuditor', 'investor');
    await sessions.open('once', 'rOnceAdmin', 'admin');
    const roleOf = async (token: string) => (await sessions.find(token, false))!.role;
    expect([await roleOf('admin'), await roleOf('auditor'), await roleOf('once')]).toEqual([
      'admin',
      'auditor',
      'investor',
    ]);
  });

  it('has an anti-forgery token of its own', async () => {
    await sessions.open('other', 'rSomebody', 'investor');
    const [one, other] = [(await sessions.find('token', true))!, (await sessions.find('other', true))!];
    expect(sessions.isCsrfToken(one, one.csrfToken)).toBe(true);
    for (const wrong of [other.csrfToken, '', undefined, `${one.csrfToken}x`])
      expect(sessions.isCsrfToken(one, wrong)).toBe(false);
  });
});

describe('a limit', () => {
  const limiter = (rateLimits: boolean) => new RateLimiter(db.pool, { ...config, rateLimits }, clock);
  const takes = (one: RateLimiter, limit: (typeof LIMITS)[keyof typeof LIMITS], who: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => one.take(limit, who)));

  it.each(Object.entries(LIMITS))(
    '%s is as often as it says, for each person alone, and begins anew in the next window',
    async (name, limit) => {
      const window = Math.max(HOUR, limit.windowMs);
      now = Math.ceil(now / window) * window + 1_000;
      await takes(limiter(true), limit, `${name}-one`, limit.max);
      const seconds = limit.windowMs / 1_000 - 1;
      await expect(limiter(true).take(limit, `${name}-one`)).rejects.toMatchObject({
        reason: 'too-many',
        message: `Too many attempts. Please wait ${seconds} seconds.`,
        extra: { retryAfterSeconds: seconds },
      });
      await limiter(true).take(limit, `${name}-other`);
      now += limit.windowMs;
      await limiter(true).take(limit, `${name}-one`);
    },
  );

  it('is shared by all instances', async () => {
    const [one, other] = [limiter(true), limiter(true)];
    await takes(one, LIMITS.gate, 'shared', 6);
    await takes(other, LIMITS.gate, 'shared', 4);
    await expect(one.take(LIMITS.gate, 'shared')).rejects.toMatchObject({ reason: 'too-many' });
  });

  it('takes a try back in its own window only: no later one has room for one more', async () => {
    const tries = LIMITS.exports.max;
    now = Math.ceil(now / MINUTE) * MINUTE + MINUTE - 1;
    const uncount = await limiter(true).take(LIMITS.exports, 'late');
    now += 2;
    await takes(limiter(true), LIMITS.exports, 'late', tries);
    await uncount();
    await expect(limiter(true).take(LIMITS.exports, 'late')).rejects.toMatchObject({ reason: 'too-many' });
  });

  it('takes a try back once more where it was counted', async () => {
    await takes(limiter(true), LIMITS.exports, 'back', LIMITS.exports.max - 1);
    await (
      await limiter(true).take(LIMITS.exports, 'back')
    )();
    await limiter(true).take(LIMITS.exports, 'back');
    await expect(limiter(true).take(LIMITS.exports, 'back')).rejects.toMatchObject({ reason: 'too-many' });
  });

  it('holds between two windows, where the clock of one instance is ahead of the other’s', async () => {
    now = Math.ceil(now / MINUTE) * MINUTE + MINUTE - 500;
    const ahead = new RateLimiter(db.pool, config, { ...clock, now: () => new Date(now + 1_000) });
    const taken = async (one: RateLimiter) =>
      one.take(LIMITS.gate, 'skewed').then(
        () => 'taken',
        (error: Refused) => error.extra?.retryAfterSeconds,
      );
    const told: unknown[] = [];
    for (let n = 0; n < LIMITS.gate.max; n++) told.push(await taken(ahead), await taken(limiter(true)));
    expect(told.filter((one) => one === 'taken')).toHaveLength(LIMITS.gate.max);
    expect(told.at(-1)).toBe(61);
    now += MINUTE + 1_000;
    expect(await taken(limiter(true))).toBe('taken');
  });

  it('is lifted by RATE_LIMITS=off, but for the gate’s', async () => {
    await takes(limiter(false), LIMITS.loginStart, 'lifted', LIMITS.loginStart.max + 5);
    await takes(limiter(false), LIMITS.gate, 'lifted', LIMITS.gate.max);
    await expect(limiter(false).take(LIMITS.gate, 'lifted')).rejects.toMatchObject({ reason: 'too-many' });
  });
});
