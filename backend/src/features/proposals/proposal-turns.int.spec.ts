import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createPool } from '#platform/database/pool.js';
import { ProposalTurns } from './proposal-turns.js';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
let open: ProposalTurns[] = [];
afterAll(async () => {
  await Promise.all(open.map((turns) => turns.onApplicationShutdown()));
  await db?.drop();
});

it('what is being carried out is not stopped meanwhile, on whichever instance', async () => {
  const [one, other] = [new ProposalTurns(db.pool), new ProposalTurns(db.pool)];
  open = [one, other];
  let finish = () => undefined as void;
  let begun = () => undefined as void;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const work = one.alone('p1', async () => {
    begun();
    await new Promise<void>((resolve) => (finish = resolve));
    return 'carried out';
  });
  await isBegun;
  expect(await other.ifFree('p1', async () => 'stopped')).toBeNull();
  expect(await other.ifFree('p2', async () => 'stopped')).toBe('stopped');
  finish();
  expect(await work).toBe('carried out');
  expect(await other.ifFree('p1', async () => 'stopped')).toBe('stopped');
});

it('any number of questions delays nothing that is carried out', async () => {
  const turns = new ProposalTurns(db.pool);
  let answer = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked = ['r1', 'r2', 'r3', 'r4'].map((id) => turns.alone(id, () => answered, 'ask'));
  try {
    expect(await turns.alone('s1', async () => 'carried out')).toBe('carried out');
  } finally {
    answer();
    await Promise.all(asked);
    await turns.onApplicationShutdown();
  }
});

it('many at once leave the program its connections: each is decided by what the database says', async () => {
  const pool = createPool(db.url, 2, 3_000);
  const turns = new ProposalTurns(pool);
  try {
    const looked = async () => (await pool.query('select 1 as one')).rows[0].one as number;
    const ends = await Promise.all(['q1', 'q2', 'q3', 'q4'].map((id) => turns.alone(id, looked)));
    expect(ends).toEqual([1, 1, 1, 1]);
  } finally {
    await turns.onApplicationShutdown();
    await pool.end();
  }
});
