import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import fs from 'node:fs';
import path from 'node:path';
import { backupScene, MASTER, failuresIn } from '#test/support/backups.js';
import { emptyDatabase, type TestDatabase } from '#test/support/database.js';
import { TombstoneFile } from '#features/identity/erasure/tombstone-file.js';
import { inLaterRelease, LATER_NAMES } from '#test/support/later-release.js';
import { migrationNames } from '#platform/database/data-source.js';
import { migrate } from '#platform/database/migrate.js';
import { createPool } from '#platform/database/pool.js';
import { LogRows } from '#platform/event-store/postgres/log-rows.js';
import { context } from '#test/event-store/adapter.js';
import { BeforeFirstRelease } from '#platform/generation.js';
import { verifyChain } from '#platform/event-store/verify-chain.js';
import { replaceMaster, replaceKey } from '#platform/vault/replace-keys.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { digestOf, readManifest, sealManifest } from './manifest.js';
import { restoreBackup } from './restore.js';
import { takeBackup } from './take.js';

function withOneBitChanged(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  changed[changed.length >> 1]! ^= 1;
  return changed;
}

describe('backup and restore', () => {
  const { open, close, stop, backup, place, source, target, events, rows, start, openRing, fill } = backupScene();
  let from: TestDatabase;
  let to: TestDatabase;
  let folders: string;
  beforeEach(async () => {
    ({ from, to, folders } = await open());
  });
  afterEach(close);

  it('brings back log, read models and vault, and the program goes on from there', async () => {
    await fill();
    await stop();
    const manifest = await takeBackup(source(), backup());
    expect(manifest).toMatchObject({ format: 1, log: { store: 'postgres', position: 51 } });
    expect(manifest.migrations).toEqual(migrationNames());
    expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([]);
    expect(await events(to)).toEqual(await events(from));
    expect(await verifyChain(new LogRows(to.pool, 'eventstore'))).toMatchObject({ verified: 51, broken: null });
    expect(await rows(to)).toEqual(await rows(from));
    const vault = new VaultService(to.pool, await openRing(to));
    expect(await openAny(vault, '00000000-0000-4000-8000-000000000001')).toEqual({ text: 'a secret' });
    const instance = await start(to);
    const done = await instance.store.append('thing-0', 'any', [{ type: 'Counted', data: { amount: 1 } }], context());
    expect(Number(done.position)).toBe(52);
    expect(await instance.models.waitFor(done.position, instance.models.names())).toBe(true);
    expect(await verifyChain(new LogRows(to.pool, 'eventstore'))).toMatchObject({ verified: 52, broken: null });
  });

  it('is of one moment while events are written: log, read models and checkpoints agree', async () => {
    const { store, models } = await fill();
    let writing = true;
    let written = 0;
    const writer = (async () => {
      for (; writing; written++)
        await store.append('thing-0', 'any', [{ type: 'Counted', data: { amount: 1 } }], context());
    })();
    while (written < 20) await models.waitFor(await store.head(), models.names());
    const { log } = await takeBackup(source(), backup());
    const atTheEnd = written;
    while (written < atTheEnd + 20) await models.waitFor(await store.head(), models.names());
    writing = false;
    await writer;
    expect(log.position).toBeGreaterThan(51 + 20 - 1);
    expect(log.position).toBeLessThan(Number(await store.head()));
    expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([]);
    expect(await events(to)).toHaveLength(log.position);
    const { rows: stands } = await to.pool.query(
      `select c.position, c.hash = e.hash as fits from platform.projection_checkpoints c
       join eventstore.events e on e.position = c.position::bigint`,
    );
    expect(stands).toEqual([expect.objectContaining({ fits: true })]);
    const { rows: sums } = await to.pool.query('select sum(events)::int as events from read_models.totals');
    const { rows: counted } = await to.pool.query(
      "select count(*)::int as events from eventstore.events where type = 'Counted' and position <= $1",
      [stands[0].position],
    );
    expect(sums).toEqual(counted);
  });

  it('leaves out what must not come back: sessions, sign-ins, leases, addresses', async () => {
    await fill();
    await from.pool.query(
      `insert into platform.security_log values (now(), 'forbidden', '192.0.2.1', 'GET', '/api', '', 1)`,
    );
    const { files } = await takeBackup(source(), backup());
    const names = files.map(({ name }) => name);
    for (const table of ['sessions', 'login_attempts', 'leases', 'lease_holders', 'worker_requests', 'security_log'])
      expect(names).not.toContain(`platform.${table}.copy`);
    for (const table of ['timers', 'vault_items', 'wrapped_keys', 'process_checkpoints', 'notification_reads'])
      expect(names).toContain(`platform.${table}.copy`);
    expect(files.some(({ name }) => fs.readFileSync(path.join(backup(), name), 'utf8').includes('192.0.2.1'))).toBe(
      false,
    );
  });

  it('no table counts by a sequence, which a backup of rows would not bring back', async () => {
    const { rows: found } = await from.pool.query('select schemaname, sequencename from pg_sequences');
    // A row of a table that every program fills itself.
    expect(found).toEqual([{ schemaname: 'platform', sequencename: 'migrations_id_seq' }]);
  });

  it.each<[string, (file: string, content: Buffer) => void, RegExp]>([
    ['missing', (file) => fs.rmSync(file), /is missing/],
    [
      'cut by its last byte',
      (file, content) => fs.writeFileSync(file, content.subarray(0, -1)),
      /was truncated: it has/,
    ],
    ['changed in one bit', (file, content) => fs.writeFileSync(file, withOneBitChanged(content)), /was changed/],
  ])('any file that is %s is named, and nothing is restored', async (_, damage, words) => {
    await fill();
    const { files } = await takeBackup(source(), backup());
    const untouched = await events(to);
    const own = ['manifest.json', 'manifest.json.sha256'];
    for (const name of [...files.filter(({ bytes }) => bytes > 0).map((file) => file.name), ...own]) {
      const file = path.join(backup(), name);
      const content = fs.readFileSync(file);
      damage(file, content);
      const [found, ...more] = failuresIn(await restoreBackup(backup(), target()));
      expect([name, found?.words, more]).toEqual([name, expect.stringContaining(name), []]);
      // The manifest and its digest do not match.
      if (!own.includes(name)) expect(found!.words).toMatch(words);
      expect(found!.words).toMatch(/Copy the backup again from where it was kept, or use another\.$/);
      fs.writeFileSync(file, content);
    }
    expect(await events(to)).toEqual(untouched);
    expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([]);
  });

  it('a log that was changed together with its digests does not fit its hashes', async () => {
    await fill();
    const manifest = await takeBackup(source(), backup());
    const log = path.join(backup(), 'eventstore.events.copy');
    const reseal = async () =>
      sealManifest(backup(), {
        ...manifest,
        files: await Promise.all(manifest.files.map(({ name }) => digestOf(backup(), name))),
      });
    const text = fs.readFileSync(log, 'utf8');
    fs.writeFileSync(log, text.replace('"amount":9,', '"amount":8,'));
    await reseal();
    expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([
      expect.objectContaining({ subject: 'Event log', words: expect.stringContaining('00000000000000000010') }),
    ]);
    fs.writeFileSync(log, text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
    await reseal();
    expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([
      expect.objectContaining({ subject: 'Event log', words: expect.stringContaining('ends at') }),
    ]);
    expect(await events(to)).toEqual([]);
  });

  it('half a backup is none: without its manifest, or with a file missing', async () => {
    await fill();
    await takeBackup(source(), backup());
    await expect(takeBackup(source(), backup())).rejects.toThrow(/is not empty/);
    fs.rmSync(path.join(backup(), 'platform.vault_items.copy'));
    expect(failuresIn(await restoreBackup(backup(), target()))[0]?.words).toMatch(
      /^platform.vault_items.copy is missing\./,
    );
    const manifest = readManifest(backup());
    for (const name of ['eventstore.events.copy', 'platform.wrapped_keys.copy']) {
      sealManifest(backup(), { ...manifest, files: manifest.files.filter((file) => file.name !== name) });
      expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([
        expect.objectContaining({
          words: expect.stringContaining(`The manifest does not list ${name}, so the backup is incomplete.`),
        }),
      ]);
    }
    fs.rmSync(path.join(backup(), 'manifest.json.sha256'));
    expect(failuresIn(await restoreBackup(backup(), target()))[0]?.words).toMatch(/contains no complete backup/);
    expect(failuresIn(await restoreBackup(path.join(folders, 'nowhere'), target()))[0]?.words).toMatch(
      /does not exist/,
    );
  });

  it('a place in which something is, is refused and left as it is', async () => {
    await fill();
    await stop();
    await takeBackup(source(), backup());
    const before = await events(from);
    expect(failuresIn(await restoreBackup(backup(), target({ databaseUrl: from.url })))).toEqual([
      expect.objectContaining({ subject: 'Place', words: expect.stringContaining('eventstore.events has rows') }),
    ]);
    expect(await events(from)).toEqual(before);
    await openRing(to);
    expect(failuresIn(await restoreBackup(backup(), target()))[0]?.words).toContain('platform.wrapped_keys has rows');
  });

  it('a restore that fails on its way leaves an empty place, and is done again', async () => {
    await fill();
    const manifest = await takeBackup(source(), backup());
    const timers = path.join(backup(), 'platform.process_checkpoints.copy');
    const text = fs.readFileSync(timers, 'utf8');
    fs.writeFileSync(timers, `${text}one\t1\t\\N\none\t2\t\\N\n`);
    sealManifest(backup(), {
      ...manifest,
      files: await Promise.all(manifest.files.map(({ name }) => digestOf(backup(), name))),
    });
    await expect(restoreBackup(backup(), target())).rejects.toThrow(/duplicate key/);
    expect(await events(to)).toEqual([]);
    fs.writeFileSync(timers, text);
    sealManifest(backup(), manifest);
    expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([]);
    expect(await events(to)).toHaveLength(51);
  });

  it('opens with the keys of its time: after a rotation the old ones open the old backup', async () => {
    await fill();
    await takeBackup(source(), backup());
    const next = Buffer.alloc(32, 8);
    await replaceKey(from.pool, [MASTER], 'vault');
    await replaceMaster(from.pool, [MASTER], next);
    const later = path.join(folders, 'later');
    await takeBackup(source(), later);
    const keys = (master: Buffer) => ({ keys: { masters: [master], signers: [] } });
    for (const [folder, wrongKey] of [
      [backup(), next],
      [later, MASTER],
    ] as const)
      expect(failuresIn(await restoreBackup(folder, target(keys(wrongKey))))).toEqual([
        expect.objectContaining({ subject: 'Keys', words: expect.stringContaining('does not open this backup') }),
      ]);
    expect(failuresIn(await restoreBackup(later, target(keys(next))))).toEqual([]);
    const vault = new VaultService(to.pool, await openRing(to, next));
    expect(await openAny(vault, '00000000-0000-4000-8000-000000000001')).toEqual({ text: 'a secret' });
  });

  it('puts notes about erasures in their place, and takes none back that is later', async () => {
    const note = (wallet: string, day: number, state: 'intended' | 'done' = 'done') => ({
      wallet,
      at: `2026-01-0${day}T00:00:00.000Z`,
      retainedUntil: '2036-01-01' as const,
      state,
    });
    await fill();
    const [before, apart, there] = ['tombstones', 'apart', 'restored-tombstones'].map(
      (name) => new TombstoneFile(place(name).folder),
    );
    for (const one of [note('rA', 1), note('rB', 1, 'intended'), note('rC', 2)]) await before!.add(one);
    await takeBackup(source(), backup());
    for (const one of [note('rB', 1, 'intended'), note('rB', 1, 'done'), note('rLater', 5)]) await apart!.add(one);
    await there!.add(note('rC', 3));
    const { folder: kept } = place('apart');
    expect(failuresIn(await restoreBackup(backup(), target({ kept: path.join(folders, 'no-such') })))[0]?.subject).toBe(
      'Tombstones',
    );
    expect(failuresIn(await restoreBackup(backup(), target({ kept })))).toEqual([]);
    expect(await there!.notes()).toEqual([
      note('rC', 3),
      note('rA', 1),
      note('rB', 1, 'intended'),
      note('rB', 1, 'done'),
      note('rLater', 5),
    ]);
  });

  it('is put back in its own shape, and the program brings it to the newest', async () => {
    await from.pool.query('drop table read_models.totals');
    await openRing(from);
    const manifest = await takeBackup(source(), backup());
    const fresh = await emptyDatabase();
    await inLaterRelease(async () => {
      expect(failuresIn(await restoreBackup(backup(), target({ databaseUrl: fresh.url })))).toEqual([]);
      // Only these are missing, so it was put back without them.
      expect(await migrate(fresh.url)).toEqual(LATER_NAMES);
      await migrate(to.url);
    });
    expect(failuresIn(await restoreBackup(backup(), target()))[0]?.words).toMatch(/tables of a newer program/);
    sealManifest(backup(), { ...manifest, migrations: [...manifest.migrations, ...LATER_NAMES] });
    expect(failuresIn(await restoreBackup(backup(), target()))[0]?.words).toMatch(/taken by a newer program/);
    await fresh.drop();
  });

  it('of a version before 1.0 is refused, and nothing is changed', async () => {
    await openRing(from);
    const manifest = await takeBackup(source(), backup());
    sealManifest(backup(), { ...manifest, migrations: ['EventLog0000000000001', 'SealedRebuilds0000000000250'] });
    const empty = await emptyDatabase();
    await expect(restoreBackup(backup(), target({ databaseUrl: empty.url }))).rejects.toThrow(BeforeFirstRelease);
    const pool = createPool(empty.url, 1);
    expect((await pool.query("select from pg_namespace where nspname = 'platform'")).rowCount).toBe(0);
    await pool.end();
    await empty.drop();
  });
});
