import { expect, it } from '@jest/globals';
import { LIMITS } from '@tknest/contracts/rules';
import type { Session } from '#platform/sessions/session.js';
import { ProfileController } from './profile.controller.js';

it('strangers take from their address’s limit, whoever is signed in does not', async () => {
  const taken: unknown[] = [];
  const asked: unknown[] = [];
  const controller = new ProfileController(
    { execute: async (query: unknown) => asked.push(query) } as never,
    { take: async (limit: object, who: string) => void taken.push([limit, who]) } as never,
  );
  await controller.show(7, null, { ip: '192.0.2.1' } as never);
  await controller.show(7, { wallet: 'rHolder' } as Session, { ip: '192.0.2.1' } as never);
  expect(taken).toEqual([[LIMITS.propertyProfile, '192.0.2.1']]);
  expect(asked).toMatchObject([
    { propertyId: 7, session: null },
    { propertyId: 7, session: { wallet: 'rHolder' } },
  ]);
});
