import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogQuery } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { context } from '#platform/event-store/testing/adapter.js';
import { LogMinute } from '../../read-models/timeline/log-minute.entity.js';
import { timelineProjection } from '../../read-models/timeline/timeline.projection.js';
import { ReadEvents, ReadEventsHandler } from './events.query.js';

const EVENTS = 2_500;
const by = (actor: { wallet: string; role: 'admin' | 'investor' }) => {
  const given = context();
  return { ...given, metadata: { ...given.metadata, actor } };
};

describe('a search of the log by person and time', () => {
  let db: TestDatabase;
  let instance: Instance;
  let handler: ReadEventsHandler;
  beforeAll(async () => {
    db = await freshDatabase();
    // Its minutes are those of every kind of event: these are of none of the platform's.
    instance = await startInstance(db.url, [{ ...timelineProjection, events: ['Counted'] }], { entities: [LogMinute] });
    for (let n = 0; n < EVENTS; n += 100)
      await instance.store.append(
        `thing-${n}`,
        'none',
        Array.from({ length: 100 }, (_, at) => ({
          type: 'Counted',
          data: { wallet: `rWallet${(n + at) % 1000}`, number: n + at },
        })),
        by({ wallet: n === 1_200 ? 'rRare' : 'rCommon', role: n % 200 === 0 ? 'admin' : 'investor' }),
      );
    await instance.models.waitFor(await instance.store.head());
    handler = new ReadEventsHandler(instance.store as never, instance.dataSource);
  });
  afterAll(async () => {
    await instance?.stop();
    await db?.drop();
  });

  /** Everything that a reader finds who goes on as long as there is more. */
  async function all(asked: LogQuery) {
    const found: number[] = [];
    let calls = 0;
    for (let after: string | undefined; ; calls++) {
      const page = await handler.execute(new ReadEvents({ limit: '70', ...asked, after }));
      expect(page.events.length).toBeLessThanOrEqual(70);
      found.push(...page.events.map(({ data }) => data.number as number));
      if (!page.more) return { found, calls };
      after = page.next!;
    }
  }
  const numbers = (belongs: (n: number) => boolean) => Array.from({ length: EVENTS }, (_, n) => n).filter(belongs);

  it('finds each event of a person once, page by page', async () => {
    expect((await all({ actor: 'rRare' })).found).toEqual(numbers((n) => n >= 1_200 && n < 1_300));
    expect((await all({ actor: 'admin' })).found).toEqual(numbers((n) => Math.floor(n / 100) % 2 === 0));
    expect((await all({ wallet: 'rWallet7' })).found).toEqual([7, 1007, 2007]);
    expect((await all({ actor: 'rNobody' })).found).toEqual([]);
  });
  it('finds what was recorded from one moment to another', async () => {
    const [middle] = (await handler.execute(new ReadEvents({ stream: 'thing-1200', limit: '1' }))).events;
    const before = await all({ to: middle!.at });
    const after = await all({ from: middle!.at });
    expect([...before.found, ...after.found]).toEqual(numbers(() => true));
    expect(after.found.length).toBeGreaterThan(0);
  });
  it('ends a call that found nothing in so many events, and says that there is more', async () => {
    const searched = LISTS.auditSearched;
    Object.assign(LISTS, { auditSearched: 1_000 });
    try {
      const page = await handler.execute(new ReadEvents({ actor: 'rNobody' }));
      expect(page).toMatchObject({ events: [], more: true, next: expect.stringMatching(/1000$/) });
      expect(await all({ actor: 'rNobody' })).toEqual({ found: [], calls: 2 });
    } finally {
      Object.assign(LISTS, { auditSearched: searched });
    }
  });
});
