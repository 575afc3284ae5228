import { expect, it } from '@jest/globals';
import type { Session } from './session.js';
import { Causation } from './causation.js';

it('an event names the session that caused it, and nothing of its token', async () => {
  const calendar = { today: async () => '2026-11-23' } as never;
  const causation = new Causation(calendar, { blindIndex: () => 'digest' } as never);
  const session = { id: '0123456789abcdef'.repeat(4), wallet: 'rIda', role: 'investor' } as Session;
  const { metadata } = await causation.contextOf({ session });
  expect(metadata).toMatchObject({ actor: { wallet: 'rIda' }, session: '0123456789abcdef' });
  expect(Object.keys((await causation.contextOf({})).metadata)).not.toContain('session');
});
