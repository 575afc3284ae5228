import { expect, it } from '@jest/globals';
import type { AnchorEvent } from '@tknest/contracts/events';
import { START } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context, event } from '#test/event-store/adapter.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { AnchorAge } from '../anchor-age.js';
import { AnchorBook } from '../anchor-book.js';
import { anchorIdOf, anchorStream } from '../anchor.decider.js';
import { AnchoringJob } from './anchoring.job.js';

const EVERY = 60;
const LATE_MS = 4 * EVERY * 60_000;

it('a log that is not anchored is a case, and the next anchor closes it', async () => {
  const store = new MemoryEventStore();
  let later = 0;
  const clock = { now: () => new Date(Date.now() + later) };
  const config = { anchorEveryMinutes: EVERY };
  const book = new AnchorBook(store);
  const age = new AnchorAge(store, config, clock as never, book);
  const causation = { contextOf: async () => context() };
  const orders = { order: async () => undefined };
  const startUp = {} as never;
  const job = new AnchoringJob(
    clock as never,
    config,
    store,
    startUp,
    book,
    age,
    orders as never,
    new Recorder(store, causation),
  );
  const cases = async () => {
    const told: string[] = [];
    for (const { stream, ...fact } of (await store.readAll(START, { limit: 1_000 })).events)
      if (stream.startsWith('case-')) told.push(`${fact.type} ${(fact.data as { caseId: string }).caseId}`);
    return told;
  };
  const anchor = async (position: number) => {
    const of = { position, headHash: String(position % 10).repeat(64), root: 'a'.repeat(64), key: 'b'.repeat(64) };
    const anchorId = anchorIdOf(of);
    const data = { anchorId, attempt: 1, hash: `T${position}`, purpose: `anchor/${anchorId}/1`, ticket: 1 };
    const events: AnchorEvent[] = [
      { type: 'AnchorOrdered', data: { anchorId, ...of } },
      {
        type: 'AnchorSubmitted',
        data: { ...data, transaction: {}, ledgerIndex: 1, lastLedgerSequence: 9, blobItem: 'b' },
      },
      { type: 'AnchorConcluded', data: { ...data, result: 'tesSUCCESS', ledgerIndex: 5 } },
    ];
    await store.append(anchorStream(anchorId), 'none', events as never, context());
    later = 0;
    return anchorId;
  };

  await store.append('thing-1', 'none', [event()], context());
  await job.look();
  expect(await cases()).toEqual([]);
  later = LATE_MS;
  await job.look();
  await job.look();
  expect(await cases()).toEqual(['CaseOpened anchor-late-none']);
  const first = await anchor(1);
  await job.look();
  expect(await cases()).toEqual(['CaseOpened anchor-late-none', 'CaseResolved anchor-late-none']);

  await store.append('thing-1', 'any', [event()], context());
  later = LATE_MS;
  await job.look();
  expect((await cases()).slice(2)).toEqual([`CaseOpened anchor-late-${first}`]);
  // Two anchors at once: the case of the anchor before both is closed too.
  await anchor(2);
  await anchor(3);
  await job.look();
  await job.look();
  expect((await cases()).slice(3)).toEqual([`CaseResolved anchor-late-${first}`]);
});

it('a log that cannot be anchored because the node is away is a case all the same', async () => {
  const store = new MemoryEventStore();
  await store.append('thing-1', 'none', [event()], context());
  const clock = { now: () => new Date(Date.now() + LATE_MS) } as never;
  const config = { anchorEveryMinutes: EVERY };
  const book = new AnchorBook(store);
  const away = async () => {
    throw new LedgerUnavailable('The ledger node is not connected');
  };
  const job = new AnchoringJob(
    clock,
    config,
    store,
    {} as never,
    book,
    new AnchorAge(store, config, clock, book),
    { order: away } as never,
    new Recorder(store, { contextOf: async () => context() }),
  );
  await expect(job.look()).rejects.toThrow(LedgerUnavailable);
  const { events } = await store.readAll(START);
  expect(events.map(({ type }) => type)).toEqual(['SomethingHappened', 'CaseOpened']);
});
