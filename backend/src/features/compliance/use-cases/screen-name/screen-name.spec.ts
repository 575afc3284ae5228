import { describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import { LIMITS } from '@tknest/contracts/rules';
import type { Session } from '#platform/sessions/session.js';
import type { Limit, RateLimiter } from '#platform/sessions/rate-limiter.js';
import type { ToldStanding } from '#features/identity/module.public.js';
import type { Screening } from '#features/screening/module.public.js';
import { ScreenNameController } from './screen-name.controller.js';
import { ScreenNameHandler, type ScreenName } from './screen-name.query.js';

const report = {
  status: 'rejected',
  riskLevel: 'high',
  reason: 'The name is the name of LISTED, Somebody',
  list: { name: 'L', published: '2024-05-03', fetchedAt: '', sha256: '' },
  matcher: 'm',
  hits: [],
  near: [],
};

describe('screening as a service (rule 13)', () => {
  const ask = async (role: Session['role'], sandbox: boolean, verified = true) => {
    const taken: Limit[] = [];
    const limiter = { take: async (limit: Limit) => void taken.push(limit) } as unknown as RateLimiter;
    const handler = new ScreenNameHandler({ screen: async () => report } as unknown as Screening);
    const queries = { execute: (query: ScreenName) => handler.execute(query) } as unknown as QueryBus;
    const controller = new ScreenNameController(queries, limiter, { sandbox }, {
      isVerified: async () => verified,
    } as unknown as ToldStanding);
    const answer = await controller.screen({ wallet: 'r', role } as Session, { name: ' Somebody Listed ' });
    return { answer, taken };
  };

  it('is twenty a day and status only outside the sandbox, and tells no list details', async () => {
    const { answer, taken } = await ask('investor', false);
    expect(taken).toEqual([LIMITS.screeningService]);
    expect(LIMITS.screeningService).toMatchObject({ max: 20, windowMs: 86_400_000 });
    expect(answer).toMatchObject({ name: 'Somebody Listed', status: 'rejected', riskLevel: 'high', explained: false });
    expect(JSON.stringify(answer)).not.toContain('LISTED');
  });
  it('is for verified people outside the sandbox: nobody else tries out spellings', async () => {
    await expect(ask('investor', false, false)).rejects.toMatchObject({ reason: 'forbidden' });
    for (const [role, sandbox] of [
      ['investor', true],
      ['compliance', false],
    ] as const)
      expect((await ask(role, sandbox, false)).answer.status).toBe('rejected');
  });
  it.each([
    ['compliance', false],
    ['admin', false],
    ['investor', true],
  ] as const)('explains everything to %s (sandbox: %p)', async (role, sandbox) => {
    const { answer, taken } = await ask(role, sandbox);
    expect(answer).toMatchObject({ explained: true, reason: report.reason });
    expect(taken).toEqual([LIMITS.screening]);
  });
});
