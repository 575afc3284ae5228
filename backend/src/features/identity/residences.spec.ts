import { expect, it } from '@jest/globals';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { identityStream } from './identity.state.js';
import { Residences } from './residences.js';

const session = { wallet: 'rAda', role: 'admin' } as never;
const metadata = { commandId: 'c', correlationId: 'c', causationId: 'c', businessDate: '2027-01-04' as const };
const actor = { wallet: 'rAda', role: 'admin' as const };

it('residences are recorded as viewed before they are shown, and not shown if that fails', async () => {
  const store = new MemoryEventStore();
  const lives = { rUma: { state: 'TX', country: 'US' } } as Record<string, object>;
  const dossier = {
    formOf: async (wallet: string, _: unknown, role: string) =>
      role === 'landlord' && lives[wallet] ? { personal: lives[wallet] } : undefined,
  };
  const contextOf = async () => ({ metadata: { ...metadata, actor } });
  const residences = new Residences(store, dossier as never, new Recorder(store, { contextOf } as never));
  expect(await residences.of(session, ['rUma', 'rErased'])).toEqual(new Map([['rUma', 'TX, US']]));
  const viewed: unknown[] = [];
  for await (const { type, data } of store.read(identityStream('rUma'))) viewed.push([type, data]);
  expect(viewed).toEqual([['ResidenceViewed', { wallet: 'rUma', by: 'rAda' }]]);
  const broken = { appendMany: async () => Promise.reject(new Error('not recorded')) };
  await expect(new Residences(store, dossier as never, broken as never).of(session, ['rUma'])).rejects.toThrow(
    'not recorded',
  );
});
