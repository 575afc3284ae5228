import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { ringOf } from '#test/support/key-ring.js';
import { DEVICE_COOKIE } from '#platform/sessions/cookies.js';
import { BeginSignIn } from './begin-sign-in.command.js';
import { KnownDevices } from './known-devices.js';
import { SignInController } from './sign-in.controller.js';

const devices = new KnownDevices(ringOf(1));
const VERIFIED = 'rVerified';
const OFFICER = 'rOfficer';

/** A browser of a network that signs in with a wallet, as the wallet app confirms at once. */
function browserOf(ip: string) {
  const cookies = new Map<string, string>();
  let wallet = '';
  let begun: BeginSignIn | null = null;
  const commands = {
    execute: async (command: object) => {
      if (!(command instanceof BeginSignIn)) return { sessionToken: 'token', walletAddress: wallet };
      begun = command;
      return { shown: {}, browserSecret: 'secret' };
    },
  };
  const sessions = { roleOf: (of: string) => (of === OFFICER ? 'compliance' : 'investor') };
  const standing = { isVerified: async (of: string) => of === VERIFIED };
  const controller = new SignInController(
    { sessionMaxHours: 1 } as never,
    commands as never,
    devices,
    sessions as never,
    standing as never,
  );
  const request = (): Request =>
    ({
      ip,
      method: 'GET',
      route: { path: '/' },
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }) as never;
  const response = {
    cookie: (name: string, value: string) => void cookies.set(name, value),
  } as unknown as Response;
  return {
    device: () => devices.deviceOf(cookies.get(DEVICE_COOKIE) ?? null),
    signIn: async (as: string) => {
      wallet = as;
      await controller.status('uuid', request(), response);
    },
    asker: async () => {
      await controller.begin({ userRole: 'investor' }, null, request(), response);
      return begun!.asker;
    },
  };
}

describe('whose share of the wallet app’s requests a sign-in uses', () => {
  it('wallets are free: one that nobody verified makes no device known, however often it signs in', async () => {
    const browser = browserOf('203.0.113.7');
    for (const free of ['rFree1', 'rFree2']) await browser.signIn(free);
    expect(browser.device()).toBeNull();
    expect(await browser.asker()).toEqual({ as: 'strangers', by: ['203.0.113.7'] });
  });
  it('a device of a verified wallet counts, and its network too', async () => {
    const browser = browserOf('203.0.113.7');
    await browser.signIn(VERIFIED);
    const { id } = browser.device()!;
    expect(await browser.asker()).toEqual({ as: 'known', by: [id, '203.0.113.7'] });
  });
  it('the office has a share of its own', async () => {
    const browser = browserOf('203.0.113.7');
    await browser.signIn(OFFICER);
    expect(await browser.asker()).toEqual({ as: 'office', by: [browser.device()!.id] });
  });
});
