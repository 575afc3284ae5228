import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.js';
import { ProposalTurns } from './proposal-turns.js';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db?.drop());

it('what is being carried out is not stopped meanwhile, on whichever instance (security 5)', async () => {
  const [one, other] = [new ProposalTurns(db.pool), new ProposalTurns(db.pool)];
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
