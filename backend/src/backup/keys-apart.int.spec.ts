import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { replaceMaster } from '#platform/vault/replace-keys.js';
import { mayTakeKeys, putKeys, readKeyFiles } from './keys-apart.js';
import { takeBackup } from './take.js';

const [MASTER, NEXT] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const hex = (key: Buffer) => `${key.toString('hex')}\n`;

describe('keys that are put apart with a backup', () => {
  let db: TestDatabase;
  let root: string;
  const at = (...names: string[]) => path.join(root, ...names);
  beforeEach(async () => {
    db = await freshDatabase();
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-keys-apart-'));
    fs.writeFileSync(at('master.key'), hex(MASTER));
    const keys = { masterKey: MASTER, masterKeyFile: null };
    await new KeyRing(keys).open(db.pool, { stored: async () => [] });
  });
  afterEach(async () => {
    await db.drop();
    fs.rmSync(root, { recursive: true });
  });
  const env = () => ({ MASTER_KEY_FILE: at('master.key') });
  const take = () => takeBackup({ databaseUrl: db.url, eventStore: null, tombstones: { folder: root } }, at('backup'));
  const put = (keys: ReturnType<typeof readKeyFiles>, settings: NodeJS.ProcessEnv = env()) =>
    putKeys(keys, at('keys'), at('backup'), settings);

  it('a replacement that has begun: the newer key is among them, and opens the backup', async () => {
    fs.writeFileSync(at('master.key.next'), hex(NEXT));
    await replaceMaster(db.pool, [MASTER], NEXT);
    const keys = readKeyFiles(env());
    mayTakeKeys(keys, at('keys'), at('backup'));
    await take();
    expect(await put(keys)).toBe('master.key, master.key.next');
    expect(fs.readFileSync(at('keys', 'master.key.next'), 'utf8')).toBe(hex(NEXT));
  });

  it('a replacement after the backup has begun does not change them: the old key opens it', async () => {
    const keys = readKeyFiles(env());
    mayTakeKeys(keys, at('keys'), at('backup'));
    await take();
    await replaceMaster(db.pool, [MASTER], NEXT);
    fs.writeFileSync(at('master.key'), hex(NEXT));
    expect(await put(keys)).toBe('master.key');
    expect(fs.readFileSync(at('keys', 'master.key'), 'utf8')).toBe(hex(MASTER));
  });

  it('keys that do not open the backup are told of, and not as if all were well', async () => {
    const keys = readKeyFiles(env());
    mayTakeKeys(keys, at('keys'), at('backup'));
    await replaceMaster(db.pool, [MASTER], NEXT);
    await take();
    await expect(put(keys)).rejects.toThrow('do not open the backup');
  });

  it('two files of one name are refused before anything is backed up; a key that is a setting is named', async () => {
    fs.mkdirSync(at('signer'));
    fs.writeFileSync(at('signer', 'master.key'), hex(NEXT));
    const both = { ...env(), SIGNER_KEY_FILE: at('signer', 'master.key') };
    expect(() => mayTakeKeys(readKeyFiles(both), at('keys'), at('backup'))).toThrow('Two key files are named');
    const setting = { MASTER_KEY: MASTER.toString('hex'), SIGNER_KEY_FILE: at('signer', 'master.key') };
    const keys = readKeyFiles(setting);
    mayTakeKeys(keys, at('keys'), at('backup'));
    await take();
    expect(await put(keys, setting)).toContain('MASTER_KEY is a setting');
  });
});
