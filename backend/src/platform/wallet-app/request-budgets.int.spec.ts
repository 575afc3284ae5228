import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { RequestBudgets, type Asker } from './request-budgets.js';

let db: TestDatabase;
/** A whole minute begins here. */
const T0 = 29_000_000 * 60_000;
let now = T0;
let budgets: RequestBudgets;
beforeAll(async () => {
  db = await freshDatabase();
  const config = { rateLimits: true, walletRequestsPerMinute: 50 };
  budgets = new RequestBudgets(db.pool, config, { now: () => new Date(now), sleep: async () => undefined });
});
afterAll(() => db?.drop());
beforeEach(async () => {
  now = T0;
  await db.pool.query('truncate platform.request_budgets');
});

/** How many of this many requests are allowed. */
async function taken(asker: Asker, by: string | readonly string[], times: number): Promise<number> {
  let count = 0;
  for (let time = 0; time < times; time++)
    await budgets.take(asker, ...[by].flat()).then(
      () => count++,
      (error: unknown) => expect(error).toMatchObject({ reason: 'too-many', extra: { retryAfterSeconds: 60 } }),
    );
  return count;
}

describe('new requests of people who move no money', () => {
  it('one address uses up half of the strangers’ budget of 10, and others still get in', async () => {
    expect(await taken('strangers', '203.0.113.7', 100)).toBe(5);
    expect(await taken('strangers', '198.51.100.1', 1)).toBe(1);
    expect(await taken('strangers', '198.51.100.2', 1)).toBe(1);
    expect(await taken('strangers', '203.0.113.7', 1)).toBe(0);
  });
  it('many addresses use up that of strangers, and never that of known devices', async () => {
    let strangers = 0;
    for (let one = 0; one < 40; one++) strangers += await taken('strangers', `198.51.100.${one}`, 1);
    expect(strangers).toBe(10);
    expect(await taken('known', 'device', 3)).toBe(3);
  });
  it('somebody with many known devices uses up half of their budget of 10 and nothing of the office’s', async () => {
    let sent = 0;
    for (let one = 0; one < 40; one++) sent += await taken('known', [`device-${one}`, '203.0.113.7'], 1);
    expect(sent).toBe(5);
    expect(await taken('known', ['device-0', '198.51.100.1'], 1)).toBe(1);
    expect(await taken('known', ['another', '198.51.100.2'], 1)).toBe(1);
    // One device behind many networks.
    now = T0 + 180_000;
    sent = 0;
    for (let one = 0; one < 40; one++) sent += await taken('known', ['stolen', `198.51.100.${one}`], 1);
    expect(sent).toBe(5);
    expect(await taken('office', 'device of an officer', 3)).toBe(3);
  });
  it('come back as the minute slides, and not all at once with the next one', async () => {
    for (let one = 0; one < 40; one++) await taken('strangers', `198.51.100.${one}`, 1);
    now = T0 + 60_000;
    expect(await taken('strangers', '203.0.113.1', 1)).toBe(0);
    now = T0 + 90_000;
    await budgets.take('strangers', '203.0.113.1');
  });
  it('are counted for all instances together, also at once', async () => {
    const other = new RequestBudgets(
      db.pool,
      { rateLimits: true, walletRequestsPerMinute: 50 },
      { now: () => new Date(now), sleep: async () => undefined },
    );
    const all = Array.from({ length: 60 }, (_, one) => [budgets, other][one % 2]!.take('strangers', `net${one}`));
    const let_ = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled');
    expect(let_.length).toBe(10);
  });
});

describe('questions about requests', () => {
  const asked = async (of: 'money' | 'visitors', times: number) =>
    (await Promise.all(Array.from({ length: times }, () => budgets.takeQuestion(of)))).filter(Boolean).length;

  it('of all instances are counted together, those of money apart from those of visitors', async () => {
    expect(await asked('money', 60)).toBe(40);
    expect(await asked('money', 5)).toBe(0);
    expect(await asked('visitors', 60)).toBe(20);
  });
  it('come back as the minute slides on', async () => {
    expect(await asked('money', 60)).toBe(40);
    now = T0 + 60_000;
    expect(await asked('money', 5)).toBe(0);
    now = T0 + 90_000;
    expect(await asked('money', 60)).toBe(20);
    now = T0 + 240_000;
    expect(await asked('money', 60)).toBe(40);
  });
});
