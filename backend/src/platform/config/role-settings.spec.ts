import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readRoleSettings } from './role-settings.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-role-'));
const [key, short] = [path.join(folder, 'signer.key'), path.join(folder, 'short.key')];
writeFileSync(key, `${'ab'.repeat(32)}\n`);
writeFileSync(short, 'abab');
afterAll(() => rmSync(folder, { recursive: true }));

const read = (env: NodeJS.ProcessEnv) => {
  const problems: string[] = [];
  return { settings: readRoleSettings(env, (problem) => void problems.push(problem)), problems };
};

describe('the role of a process', () => {
  it('is everything where nothing is said, without a signer key', () =>
    expect(read({})).toEqual({ settings: { role: 'all', signerKey: null, signerKeyFile: null }, problems: [] }));

  it.each(['all', 'worker'])('%s reads the signer key from its file', (ROLE) => {
    const { settings, problems } = read({ ROLE, SIGNER_KEY_FILE: key });
    expect(problems).toEqual([]);
    expect(settings).toEqual({ role: ROLE, signerKey: Buffer.from('ab'.repeat(32), 'hex'), signerKeyFile: key });
  });

  it.each([
    [{ ROLE: 'web', SIGNER_KEY_FILE: key }, /must not be given where ROLE=web/],
    [{ ROLE: 'worker' }, /SIGNER_KEY_FILE is missing/],
    [{ ROLE: 'worker', SIGNER_KEY_FILE: path.join(folder, 'none') }, /cannot be read/],
    [{ ROLE: 'worker', SIGNER_KEY_FILE: short }, /must be 32 bytes/],
    [{ ROLE: 'signer' }, /ROLE must be all, web, worker, not "signer"/],
  ])('%j is refused by name', (env, problem) => {
    const { settings, problems } = read(env);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(settings.signerKey).toBeNull();
  });
});
