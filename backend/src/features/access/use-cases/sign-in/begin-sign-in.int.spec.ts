import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { Refused } from '#platform/domain/refused.js';
import type { Asker, RequestBudgets } from '#platform/wallet-app/request-budgets.js';
import type { SignRequest, WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import { BeginSignIn, BeginSignInHandler } from './begin-sign-in.command.js';
import { KnownDevices } from './known-devices.js';
import { LoginAttempts, LOGIN_TTL_MS } from './login-attempts.js';

let db: TestDatabase;
let attempts: LoginAttempts;
let now = Date.parse('2026-11-22T10:00:00Z');
let requests = 0;
const askers: string[] = [];
let hasBudget = true;
let lastAsked: SignRequest;
const budgets = {
  take: async (as: Asker, ...by: string[]) => {
    if (!hasBudget) throw new Refused('too-many', 'later');
    askers.push(`${as} ${by.join()}`);
  },
} as unknown as RequestBudgets;
const walletApp = {
  request: async (asked: SignRequest) => {
    lastAsked = asked;
    const payloadUuid = `00000000-0000-4000-8000-${String(++requests).padStart(12, '0')}`;
    return { payloadUuid, qrCode: 'qr', deepLink: 'link', websocket: 'ws' };
  },
} as unknown as WalletAppPort;
beforeAll(async () => {
  db = await freshDatabase();
  attempts = new LoginAttempts(db.pool, { now: () => new Date(now), sleep: async () => undefined }, ringOf(1));
});
afterAll(() => db?.drop());
const begin = (secret: string | null, role: 'investor' | 'landlord' = 'investor') =>
  new BeginSignInHandler(walletApp, attempts, budgets, { publicUrl: 'https://nest.example' }).execute(
    new BeginSignIn(role, secret, { as: 'strangers', by: ['net'] }),
  );

describe('a browser that begins a sign-in again', () => {
  it('is shown the one that is open, in the role chosen now, and nobody asks the wallet app', async () => {
    const first = await begin(null);
    hasBudget = false;
    const again = await begin(first.browserSecret, 'landlord');
    expect(again.shown).toEqual(first.shown);
    expect(await attempts.find(first.shown.payloadUuid, again.browserSecret)).toMatchObject({ role: 'landlord' });
    // The previous secret can no longer redeem anything.
    expect(await attempts.find(first.shown.payloadUuid, first.browserSecret)).toBeNull();
    hasBudget = true;
    expect([requests, askers]).toEqual([1, ['strangers net']]);
  });
  it('gets another one, under a secret of its own, once that was used or is about to expire', async () => {
    const used = await begin(null);
    await attempts.use(used.shown.payloadUuid, 'rWallet');
    const next = await begin(used.browserSecret);
    expect(next.browserSecret).not.toBe(used.browserSecret);
    now += LOGIN_TTL_MS - 60_000;
    expect((await begin(next.browserSecret)).shown.payloadUuid).not.toBe(next.shown.payloadUuid);
  });
  it('of somebody else gets nothing of it', async () => {
    const theirs = await begin(null);
    for (const secret of ['', 'guessed']) expect((await begin(secret)).shown).not.toEqual(theirs.shown);
  });
});

describe('a sign-in that somebody changed in the table', () => {
  it.each(['role', 'nonce', 'identifier', 'browser', 'expires_at', 'shown', 'mac'])(
    '%s: it is none',
    async (column) => {
      const { shown, browserSecret } = await begin(null);
      const values: Record<string, string> = {
        role: "'landlord'",
        nonce: "'mine'",
        identifier: "'mine' || payload_uuid",
        browser: "encode(sha256('mine'), 'hex')",
        expires_at: "expires_at + interval '1 minute'",
        shown: `'{"qrCode":"mine"}'`,
        mac: 'null',
      };
      await db.pool.query(
        `update platform.login_attempts set ${column} = ${values[column]} where payload_uuid = '${shown.payloadUuid}'`,
      );
      for (const secret of [browserSecret, 'mine']) {
        expect(await attempts.find(shown.payloadUuid, secret)).toBeNull();
        expect(await attempts.takeOver(secret, 'next', 'investor')).toBeNull();
      }
    },
  );
});

describe('a known device', () => {
  const devices = new KnownDevices(ringOf(1));
  it('keeps its token, which nobody can make up', () => {
    const token = devices.tokenFor(null, 'known');
    const [kind, id, seal] = token.split('.');
    expect(devices.tokenFor(token, 'known')).toBe(token);
    expect(devices.deviceOf(token)).toEqual({ id, kind });
    const madeUp = ['', 'device', `${token}x`, `${kind}.other.${seal}`, `office.${id}.${seal}`, `${kind}.${id}.`];
    for (const made of [null, ...madeUp]) expect(devices.deviceOf(made)).toBeNull();
    expect(new KnownDevices(ringOf(2)).deviceOf(token)).toBeNull();
  });
  it('becomes the office’s with a sign-in of the office, and stays it', () => {
    const token = devices.tokenFor(devices.tokenFor(null, 'known'), 'office');
    expect(devices.deviceOf(devices.tokenFor(token, 'known'))).toMatchObject({ kind: 'office' });
  });
});

describe('the request in the wallet', () => {
  it('names where one signs in, within what a wallet app shows, and brings a phone back there', async () => {
    await begin(null);
    expect(lastAsked.instruction).toMatch(/^Sign in to nest\.example\. Your number is \d\d/);
    expect(lastAsked.instruction.length).toBeLessThanOrEqual(280);
    expect(lastAsked.returnTo).toBe('https://nest.example/auth');
  });
});
