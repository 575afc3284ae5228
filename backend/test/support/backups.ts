import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Target } from '../../src/backup/restore.js';
import type { Finding } from '../../src/doctor/finding.js';
import type { EventStoreSettings } from '#platform/config/log-settings.js';
import { context, event } from '../event-store/adapter.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { freshDatabase, type TestDatabase } from './database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from './read-models.js';

export const MASTER = Buffer.alloc(32, 7);
export const TEXTS = ['tab\t', 'line\n', 'back\\slash', '\\N', 'Größe 🏠', '\u2028', '"quoted"'];

export const failuresIn = (findings: Finding[]) => findings.filter(({ level }) => level === 'failure');

/** Two databases, one to back up and one to restore to, and folders for what lies beside them. */
export function backupScene() {
  let from: TestDatabase;
  let to: TestDatabase;
  let folders: string;
  let running: Instance[];

  async function open(): Promise<{ from: TestDatabase; to: TestDatabase; folders: string }> {
    [from, to] = [await freshDatabase(), await freshDatabase()];
    await Promise.all([from, to].map((db) => db.pool.query(TOTALS_TABLE)));
    folders = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-backup-'));
    running = [];
    return { from, to, folders };
  }
  async function close(): Promise<void> {
    await stop();
    await Promise.all([from.drop(), to.drop()]);
    fs.rmSync(folders, { recursive: true });
  }

  /** Stops the instances that run. */
  async function stop(): Promise<void> {
    await Promise.all(running.splice(0).map((instance) => instance.stop()));
  }

  const backup = () => path.join(folders, 'backup');
  const place = (name: string) => {
    const folder = path.join(folders, name);
    fs.mkdirSync(folder, { recursive: true });
    return { folder };
  };
  const source = (eventStore: EventStoreSettings | null = null) => ({
    databaseUrl: from.url,
    eventStore,
    tombstones: place('tombstones'),
  });
  const target = (more: Partial<Target> = {}): Target => ({
    databaseUrl: to.url,
    eventStore: null,
    tombstones: place('restored-tombstones'),
    keys: { masters: [MASTER], signers: [] },
    kept: null,
    ...more,
  });
  const events = async (db: TestDatabase, schema = 'eventstore') =>
    (await db.pool.query(`select * from ${schema}.events order by position`)).rows;
  const rows = async (db: TestDatabase) =>
    (await db.pool.query('select * from read_models.totals order by stream')).rows;

  const start = async (db: TestDatabase) => {
    const instance = await startInstance(db.url, [totals()]);
    running.push(instance);
    return instance;
  };

  const openRing = (db: TestDatabase, masterKey = MASTER) =>
    new KeyRing({ masterKey, masterKeyFile: null }).open(db.pool, { stored: async () => [] });

  /** Events, a read model that follows them, keys and a secret in the vault. */
  async function fill(): Promise<Instance> {
    const vault = new VaultService(from.pool, await openRing(from));
    await vault.put('rSomebody', 'case-note', { text: 'a secret' }, '00000000-0000-4000-8000-000000000001');
    const instance = await start(from);
    for (let n = 0; n < 50; n++)
      await instance.store.append(
        `thing-${n % 7}`,
        'any',
        [{ type: 'Counted', data: { amount: n, text: TEXTS[n % 7] } }],
        context(undefined, { inputHash: `${n}`, result: { n } }),
      );
    await instance.models.waitFor(
      (await instance.store.append('thing-0', 'any', [event()], context())).position,
      instance.models.names(),
    );
    return instance;
  }

  return { open, close, stop, backup, place, source, target, events, rows, start, openRing, fill };
}
