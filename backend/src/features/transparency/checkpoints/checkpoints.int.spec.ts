import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
import { checkpointText } from './checkpoint.js';
import { Checkpoints } from './checkpoints.js';
import { signerOf, signNote, verifierKey } from './note.js';
import { RecordSigner } from './record-signer.js';

const checkpointDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-checkpoints-'));
let db: TestDatabase;
let store: PostgresEventStore;
let published: Checkpoints;
let signer: RecordSigner;

beforeAll(async () => {
  db = await freshDatabase();
  store = new PostgresEventStore(db.pool);
  const accounts = { address: async () => 'rIssuerExampleExampleExample1' } as unknown as PlatformAccounts;
  const [vault, secrets] = [new VaultService(db.pool, ringOf(1)), new SecretVault(db.pool, ringOf(1))];
  const tree = new LogTree(store, db.pool);
  published = new Checkpoints(db.pool, ringOf(1));
  signer = new RecordSigner({ checkpointDir }, systemClock, vault, secrets, accounts, tree, published);
  await signer.publishKey();
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
  const first = await signer.sign();
  const [file] = notes();
  expect(readFileSync(at(file!), 'utf8')).toBe(first.note);
  expect(readFileSync(at('key.txt'), 'utf8')).toBe(`${await published.verifierKey()}\n`);

  // A power failure between writing the row and writing its file.
  rmSync(at(file!));
  await grow('thing-2');
  const second = await signer.sign();
  expect(notes()).toHaveLength(2);
  expect(readFileSync(at(file!), 'utf8')).toBe(first.note);

  // An existing file is never overwritten, even if its content is wrong.
  const [other] = notes().filter((one) => one !== file);
  expect(readFileSync(at(other!), 'utf8')).toBe(second.note);
  writeFileSync(at(other!), 'changed by somebody');
  expect((await signer.sign()).note).toBe(second.note);
  expect(readFileSync(at(other!), 'utf8')).toBe('changed by somebody');
});

describe('what a worker has published', () => {
  it('is shown from its table alone: no key opens in the process that answers', async () => {
    const { size, root, note } = await signer.sign();
    const reader = new Checkpoints(db.pool, ringOf(1));
    expect(await reader.newest()).toMatchObject({ size, note });
    expect(await reader.ofSize(size, root)).toMatchObject({ note });
    expect(await reader.verifierKey()).toMatch(/^tknest\/rIssuer/);
  });

  it('no key and no checkpoint is shown that somebody else wrote into the tables, and the worker puts them right', async () => {
    const { size, root, note } = await signer.sign();
    const mine = signerOf('tknest/rIssuerExampleExampleExample1', Buffer.alloc(32, 7));
    const forged = signNote(checkpointText({ origin: mine.name, size, root: Buffer.alloc(32) }), mine);
    await db.pool.query("insert into platform.log_checkpoints values ($1, $2, $3, now() + interval '1 day')", [
      size,
      Buffer.alloc(32),
      forged,
    ]);
    expect(await published.newest()).toBeNull();
    expect(await published.ofSize(size, Buffer.alloc(32))).toBeNull();
    // A genuine note in the row of another root.
    await db.pool.query('update platform.log_checkpoints set note = $1 where root = $2', [note, Buffer.alloc(32)]);
    expect(await published.ofSize(size, Buffer.alloc(32))).toBeNull();
    await db.pool.query('delete from platform.log_checkpoints where root = $1', [Buffer.alloc(32)]);

    const key = await published.verifierKey();
    await db.pool.query('update platform.log_key set key = $1', [verifierKey(mine)]);
    expect(await published.verifierKey()).toBeNull();
    expect(await published.newest()).toBeNull();
    await signer.publishKey();
    expect(await published.verifierKey()).toBe(key);

    // Every process has the key for rows; the worker still knows its own signature.
    await published.publishKey(verifierKey(mine));
    expect(await signer.hasSigned({ note: forged })).toBe(false);
    expect(await signer.hasSigned({ note })).toBe(true);
    await db.pool.query('update platform.log_checkpoints set note = $1 where root = $2', [forged, root]);
    await signer.publishKey();
    await signer.sign();
    expect(await published.ofSize(size, root)).toMatchObject({ note });
  });
});
