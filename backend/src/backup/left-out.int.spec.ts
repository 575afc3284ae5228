import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { emptyDatabase, freshDatabase } from '#test/support/database.js';
import { digestOf, readManifest, sealManifest } from './manifest.js';
import { restoreBackup } from './restore.js';
import { takeBackup } from './take.js';

it('a table that no backup has is not taken from one: sessions that somebody put there', async () => {
  const [from, to] = [await freshDatabase(), await emptyDatabase()];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-left-out-'));
  try {
    const [backup, tombstones] = [path.join(folder, 'backup'), { folder }];
    await takeBackup({ databaseUrl: from.url, eventStore: null, tombstones }, backup);
    const name = 'platform.sessions.copy';
    fs.writeFileSync(path.join(backup, name), 'id\n');
    const manifest = readManifest(backup);
    sealManifest(backup, { ...manifest, files: [...manifest.files, await digestOf(backup, name)] });
    const keys = { masters: [Buffer.alloc(32, 7)], signers: [] };
    const target = { databaseUrl: to.url, eventStore: null, tombstones, keys, kept: null };
    const findings = await restoreBackup(backup, target);
    expect(findings.filter(({ level }) => level === 'failure')).toEqual([
      expect.objectContaining({ subject: 'Files', words: `${name} is not a file of a backup.` }),
    ]);
  } finally {
    await Promise.all([from.drop(), to.drop()]);
    fs.rmSync(folder, { recursive: true });
  }
});
