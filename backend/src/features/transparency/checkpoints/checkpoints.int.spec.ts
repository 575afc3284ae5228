import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { systemClock } from '#platform/clock/clock.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import { context, event } from '#test/event-store/adapter.js';
import { SecretVault } from '#platform/vault/secret-vault.js';
import { VaultService } from '#platform/vault/vault.service.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { LogTree } from '../tree/log-tree.js';
import { Checkpoints } from './checkpoints.js';

const checkpointDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-checkpoints-'));
let db: TestDatabase;
let store: PostgresEventStore;
let checkpoints: Checkpoints;

beforeAll(async () => {
  db = await freshDatabase();
  store = new PostgresEventStore(db.pool);
  const accounts = { address: async () => 'rIssuerExampleExampleExample1' } as unknown as PlatformAccounts;
  const [vault, secrets] = [new VaultService(db.pool, ringOf(1)), new SecretVault(db.pool, ringOf(1))];
  const tree = new LogTree(store, db.pool);
  checkpoints = new Checkpoints(db.pool, { checkpointDir }, systemClock, vault, secrets, accounts, tree);
});
afterAll(async () => {
  await store.close();
  await db.drop();
  rmSync(checkpointDir, { recursive: true });
});

const at = (file: string) => path.join(checkpointDir, file);
const notes = () => readdirSync(checkpointDir).filter((file) => file !== 'key.txt');
const grow = (thing: string) => store.append(thing, 'none', [event()], context());

it('each checkpoint has its file, written once: also one whose program ended before it came to that', async () => {
  await grow('thing-1');
  const first = await checkpoints.sign();
  const [file] = notes();
  expect(readFileSync(at(file!), 'utf8')).toBe(first.note);
  expect(readFileSync(at('key.txt'), 'utf8')).toBe(`${await checkpoints.verifierKey()}\n`);

  // A power failure between writing the row and writing its file.
  rmSync(at(file!));
  await grow('thing-2');
  const second = await checkpoints.sign();
  expect(notes()).toHaveLength(2);
  expect(readFileSync(at(file!), 'utf8')).toBe(first.note);

  // An existing file is never overwritten, even if its content is wrong.
  const [other] = notes().filter((one) => one !== file);
  expect(readFileSync(at(other!), 'utf8')).toBe(second.note);
  writeFileSync(at(other!), 'changed by somebody');
  expect((await checkpoints.sign()).note).toBe(second.note);
  expect(readFileSync(at(other!), 'utf8')).toBe('changed by somebody');
});
