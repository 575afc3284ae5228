import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogQuery } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { START } from '#platform/event-store/event-store.js';
import { context, eventually } from '#test/event-store/adapter.js';
import { LogMinute } from '../../read-models/timeline/log-minute.entity.js';
import { logPartiesOf, logPartiesProjection } from '../../read-models/parties/log-parties.projection.js';
import { timelineProjection } from '../../read-models/timeline/timeline.projection.js';
import { LogFold } from '../../log-fold.js';
import { ExportEvents, ExportEventsHandler, ReadEvents, ReadEventsHandler } from './events.query.js';
import { verbatimReading } from './verbatim.js';

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
    // Follows this test's event type instead of the platform's.
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
    await instance.models.waitFor(await instance.store.head(), instance.models.names());
    handler = new ReadEventsHandler(instance.store as never, instance.dataSource);
  });
  afterAll(async () => {
    await instance?.stop();
    await db?.drop();
  });

  /** All results, continuing as long as there are more. */
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
  it('does not end at a page that is short: EventStoreDB ends a page of large events early', async () => {
    const { store } = instance;
    const log = {
      head: () => store.head(),
      stored: (after: string, limit: number) => store.stored(after, Math.min(limit, 300)),
    };
    const usual = handler;
    handler = new ReadEventsHandler(log as never, instance.dataSource);
    try {
      expect((await all({ actor: 'rRare' })).found).toEqual(numbers((n) => n >= 1_200 && n < 1_300));
      expect((await all({ wallet: 'rWallet7' })).found).toEqual([7, 1007, 2007]);
    } finally {
      handler = usual;
    }
    const fold = new LogFold({
      store: verbatimReading(log),
      initial: () => ({ n: 0 }),
      record: (state) => state.n++,
      copy: (state) => ({ ...state }),
    });
    expect(await fold.at(await store.head(), ({ n }) => n)).toBe(EVENTS);
  });
  it('says that there is nothing more where the last event is the last one found', async () => {
    const page = await handler.execute(new ReadEvents({ wallet: 'rWallet499', limit: '3' }));
    expect(page).toMatchObject({ events: [{}, {}, {}], more: false });
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

describe('a search of the log by wallet and role, with its index', () => {
  const RARE = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
  const COMMON = 'rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq';
  const SPARSE = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
  /** Event n is at position n + 1, so the first block has 999 events and each later one a thousand. */
  const [INDEXED, NEWER] = [6_000, 1_500];
  const projection = { ...logPartiesProjection, events: ['Counted'] };
  let db: TestDatabase;
  let instance: Instance;
  let handler: ReadEventsHandler;
  let read = 0;

  const namedBy = (n: number) => [
    COMMON,
    ...([3_999, 7_007].includes(n) ? [RARE] : []),
    ...(n % 1_700 ? [] : [SPARSE]),
  ];
  const roleOf = (n: number) => (Math.floor(n / 100) === 25 ? ('admin' as const) : ('investor' as const));
  const appendAll = async (first: number, count: number) => {
    for (let n = first; n < first + count; n += 100)
      await instance.store.append(
        `thing-${n}`,
        'none',
        Array.from({ length: 100 }, (_, at) => ({
          type: 'Counted',
          // A wallet may be a value or a key.
          data: { number: n + at, about: namedBy(n + at).map((wallet) => (at % 2 ? { [wallet]: 1 } : { wallet })) },
        })),
        by({ wallet: COMMON, role: roleOf(n) }),
      );
  };
  beforeAll(async () => {
    db = await freshDatabase();
    instance = await startInstance(db.url, [projection], { entities: [LogMinute] });
    await appendAll(0, INDEXED);
    await instance.models.waitFor(await instance.store.head(), instance.models.names());
    await instance.stop();
    // From here on the index is not updated.
    instance = await startInstance(db.url, [], { entities: [LogMinute] });
    await appendAll(INDEXED, NEWER);
    const counted = {
      head: () => instance.store.head(),
      stored: async (after: string, limit: number) => {
        const events = await instance.store.stored(after, limit);
        read += events.length;
        return events;
      },
    };
    handler = new ReadEventsHandler(counted as never, instance.dataSource);
  });
  afterAll(async () => {
    await instance?.stop();
    await db?.drop();
  });

  async function all(asked: LogQuery) {
    read = 0;
    const found: number[] = [];
    for (let after = asked.after; ;) {
      const page = await handler.execute(new ReadEvents({ limit: '70', ...asked, after }));
      found.push(...page.events.map(({ data }) => data.number as number));
      if (!page.more) return { found, read };
      after = page.next!;
    }
  }
  const numbers = (belongs: (n: number) => boolean) =>
    Array.from({ length: INDEXED + NEWER }, (_, n) => n).filter(belongs);

  it('reads the blocks that name a wallet, and what the index does not cover yet', async () => {
    // The block that begins with event 3,999, and the 1,500 newer events.
    expect(await all({ wallet: RARE })).toEqual({ found: [3_999, 7_007], read: 1_000 + NEWER });
    expect((await all({ wallet: SPARSE })).found).toEqual(numbers((n) => n % 1_700 === 0));
    expect((await all({ wallet: RARE, after: '00000000000000004000' })).found).toEqual([7_007]);
    expect((await all({ wallet: RARE, after: '00000000000000003999' })).found).toEqual([3_999, 7_007]);
  });

  it('reads the blocks of a role', async () => {
    expect((await all({ actor: 'admin' })).found).toEqual(numbers((n) => roleOf(n) === 'admin'));
    expect(read).toBeLessThan(NEWER + 3_000);
  });

  it('finds by wallet and actor together, and by every other part with them', async () => {
    expect((await all({ actor: COMMON, wallet: RARE })).found).toEqual([3_999, 7_007]);
    expect((await all({ actor: 'admin', wallet: RARE })).found).toEqual([]);
    expect((await all({ actor: 'investor', wallet: SPARSE, stream: 'thing-17' })).found).toEqual([1_700]);
    expect((await all({ wallet: COMMON })).found).toEqual(numbers(() => true));
  });

  it('exports of the log as JSON what a search finds', async () => {
    const numbersIn = async (asked: LogQuery) => {
      let text = '';
      for await (const lines of await new ExportEventsHandler(instance.store).execute(new ExportEvents(asked)))
        text += lines;
      const lines = text.split('\n').filter(Boolean);
      return lines.map((line) => (JSON.parse(line) as { data: { number: number } }).data.number);
    };
    expect(await numbersIn({ wallet: RARE })).toEqual([3_999, 7_007]);
    expect(await numbersIn({ actor: 'admin', stream: 'thing-25' })).toEqual(numbers((n) => roleOf(n) === 'admin'));
    expect(await numbersIn({ stream: 'thing-7100' })).toEqual(numbers((n) => n >= 7_100 && n < 7_200));
  });

  it('finds by time all that a log has that lost its end, before the minutes are rebuilt', async () => {
    const lost = ['2020-01-01T00:00', 5_000, '00000000000000005000'];
    await db.pool.query(
      'insert into read_models.log_minutes (minute, events, last_position) values ($1, $2, $3)',
      lost,
    );
    const checkpoint = `insert into platform.projection_checkpoints (name, version, position) values ('timeline', $1, $2)
      on conflict (name) do update set version = excluded.version, position = excluded.position`;
    const from = '2021-01-01';
    // As `acceptLog` leaves it.
    await db.pool.query(checkpoint, [0, START]);
    expect((await all({ from, wallet: SPARSE })).found).toEqual(numbers((n) => n % 1_700 === 0));
    await db.pool.query(checkpoint, [timelineProjection.version, lost[2]]);
    expect((await all({ from, wallet: SPARSE })).found).toEqual(numbers((n) => n >= 5_000 && n % 1_700 === 0));
  });

  it('searches every event for a text that is no wallet', async () => {
    expect((await all({ wallet: 'investor' })).found).toEqual(numbers((n) => roleOf(n) === 'investor'));
    expect(read).toBeGreaterThanOrEqual(INDEXED + NEWER);
  });

  it('ends at once after a position that no log will have', async () => {
    const page = await handler.execute(new ReadEvents({ wallet: RARE, after: '999999999999999' }));
    expect(page).toEqual({ events: [], next: null, more: false });
  });

  it('goes on over more blocks than one call reads', async () => {
    const searched = LISTS.auditSearched;
    Object.assign(LISTS, { auditSearched: 1_000 });
    try {
      expect((await all({ wallet: SPARSE })).found).toEqual(numbers((n) => n % 1_700 === 0));
      expect((await all({ wallet: COMMON })).found).toEqual(numbers(() => true));
    } finally {
      Object.assign(LISTS, { auditSearched: searched });
    }
  });
});

describe('a search of the log by wallet, after an upgrade to a program with a new type of event', () => {
  const SELLER = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
  const others = logPartiesProjection.events.slice(2);
  const older = logPartiesOf(['Counted', ...others]);
  const newer = logPartiesOf(['Counted', 'Sold', ...others]);
  let db: TestDatabase;
  let instance: Instance;
  beforeAll(async () => void (db = await freshDatabase()));
  afterAll(async () => {
    await instance?.stop();
    await db?.drop();
  });
  const found = async () => {
    const handler = new ReadEventsHandler(instance.store as never, instance.dataSource);
    return (await handler.execute(new ReadEvents({ wallet: SELLER }))).events.map(({ type }) => type);
  };
  const append = (stream: string, type: string, count: number, data: object) =>
    instance.store.append(
      stream,
      'none',
      Array.from({ length: count }, () => ({ type, data })),
      by({ wallet: 'rCommon', role: 'investor' }),
    );

  it('finds events of the new type also where the older program’s index has passed them', async () => {
    instance = await startInstance(db.url, [older], { entities: [LogMinute] });
    await append('before', 'Counted', 1_100, {});
    await append('sale', 'Sold', 1, { wallet: SELLER });
    await append('after', 'Counted', 1_100, {});
    await instance.models.waitFor(await instance.store.head(), instance.models.names());
    expect(await found()).toEqual(['Sold']);

    await instance.stop();
    instance = await startInstance(db.url, [newer], { entities: [LogMinute] });
    const indexed = () => db.pool.query('select from read_models.log_parties where party = $1', [SELLER]);
    await eventually(async () => (await indexed()).rowCount === 1);
    expect(await found()).toEqual(['Sold']);
  });
});
