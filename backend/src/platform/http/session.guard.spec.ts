import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { systemClock } from '../clock/clock.js';
import type { Config } from '../config/config.js';
import { Access, FreshSignature, Reading } from './access.js';
import type { SessionService } from '../sessions/session-service.js';
import { FRESH_MS, SessionGuard } from './session.guard.js';

const NOW = new Date('2026-11-22T12:00:00Z').getTime();

class Calls {
  @Access('admin')
  power() {}
  @Access('admin', 'auditor')
  figures() {}
  @Access('admin', 'auditor')
  @Reading()
  check() {}
  @FreshSignature()
  document() {}
  own() {}
}

/** Whether a call is allowed for somebody who signed in this long ago. */
function judge(call: keyof Calls, method: string, age: number, role = 'admin', freshSignature = true, path = '/api/x') {
  const sessions = {
    find: async () => ({ id: 'id', wallet: 'rA', role, openedAt: new Date(NOW - age), fromCookie: false }),
  } as unknown as SessionService;
  const clock = { ...systemClock, now: () => new Date(NOW) };
  const guard = new SessionGuard(sessions, new Reflector(), { freshSignature } as Config, clock);
  const request = { method, path, headers: { authorization: 'Bearer token' } };
  return guard.canActivate({
    getHandler: () => Calls.prototype[call],
    getClass: () => Calls,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext);
}
const refused = { reason: 'forbidden', extra: { code: 'fresh-signature-required' } };

describe('A fresh signature', () => {
  it.each([
    ['power', 'POST'],
    ['document', 'GET'],
  ] as const)('is asked for %s: a sign-in of the last ten minutes satisfies it', async (call, method) => {
    await expect(judge(call, method, FRESH_MS)).rejects.toMatchObject(refused);
    expect(await judge(call, method, FRESH_MS - 1)).toBe(true);
  });
  it('is asked neither for what an admin reads nor for what people do for themselves', async () => {
    expect(await judge('figures', 'GET', FRESH_MS)).toBe(true);
    expect(await judge('own', 'POST', FRESH_MS, 'investor')).toBe(true);
  });
  it('is not asked where it is switched off', async () => {
    expect(await judge('power', 'POST', FRESH_MS, 'admin', false)).toBe(true);
  });
});

describe('An auditor', () => {
  it('changes nothing but the own sessions', async () => {
    const post = (path: string) => judge('own', 'POST', 0, 'auditor', true, path);
    await expect(post('/api/properties')).rejects.toMatchObject({ reason: 'forbidden' });
    const own = [
      '/api/auth/logout',
      '/api/sessions/end-others',
      '/api/sessions/0123456789abcdef/end',
      '/api/notifications/read',
    ];
    expect(await Promise.all(own.map(post))).toEqual([true, true, true, true]);
  });
});

describe('A call that reads and is no GET', () => {
  it('is the auditor’s too, and asks nobody for a fresh signature; another one is neither', async () => {
    expect(await judge('check', 'POST', FRESH_MS, 'auditor')).toBe(true);
    expect(await judge('check', 'POST', FRESH_MS)).toBe(true);
    await expect(judge('figures', 'POST', 0, 'auditor')).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(judge('check', 'POST', 0, 'investor')).rejects.toMatchObject({ reason: 'forbidden' });
  });
});
