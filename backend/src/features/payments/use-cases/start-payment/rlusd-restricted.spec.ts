import { expect, it } from '@jest/globals';
import { context } from '#test/event-store/adapter.js';
import { START } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { tellOfRestriction } from './rlusd-restricted.js';

it('a fee on RLUSD transfers opens one case, however many payments are refused at once', async () => {
  const store = new MemoryEventStore();
  const charges = { code: 'rlusd-charges', message: 'The issuer of RLUSD charges a fee on every transfer.' };
  const refused = (objection = charges) => tellOfRestriction(store, objection, context());
  await Promise.all([refused(), refused(), refused({ code: 'payer-balance', message: 'x' })]);
  await refused();
  const { events } = await store.readAll(START, { limit: 10 });
  expect(events.map(({ type, data }) => [type, data.caseId])).toEqual([
    ['CaseOpened', 'rlusd-restricted-rlusd-charges'],
  ]);
});
