import { expect, it } from '@jest/globals';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import {
  ShowUsedControls,
  ShowUsedControlsHandler,
} from '#features/identity/use-cases/show-standing/show-used-controls.query.js';
import { EndSessions, EndSessionsHandler } from './end-sessions.command.js';

it('why an admin ends sessions lies in the vault under the wallet, and is shown to admins', async () => {
  const store = new MemoryEventStore();
  const kept: [subject: string, content: object][] = [];
  const vault = {
    put: async (subject: string, _kind: string, content: object) => `item${kept.push([subject, content])}`,
    get: async () => kept[0]![1],
  } as never;
  const admin = { id: 's', wallet: 'rAdmin', role: 'admin' } as Session;
  const handler = new EndSessionsHandler(
    { forget: async () => undefined } as never,
    { closeAllOf: async () => 2 } as never,
    vault,
    new Recorder(store, { contextOf: async () => context() }),
  );
  await handler.execute(new EndSessions(admin, 'rIda', 'Ida’s phone was stolen'));
  await handler.execute(new EndSessions({ ...admin, wallet: 'rIda' }, 'rIda', null));
  const events: object[] = [];
  for await (const { data } of store.read('wallet-rIda')) events.push(data);
  expect(events).toEqual([
    { wallet: 'rIda', sessions: 2, code: 'admin', reasonItem: 'item1' },
    { wallet: 'rIda', sessions: 2, code: 'own', reasonItem: null },
  ]);
  expect(kept).toEqual([['rIda', { reason: 'Ida’s phone was stolen' }]]);
  const shown = (masked: boolean) =>
    new ShowUsedControlsHandler(store, vault).execute(new ShowUsedControls('rIda', masked));
  expect(await shown(false)).toMatchObject([{ what: 'SessionsEnded', reason: 'Ida’s phone was stolen' }]);
  expect(await shown(true)).toMatchObject([{ what: 'SessionsEnded', reason: null }]);
});
