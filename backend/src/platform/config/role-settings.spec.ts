import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readApprovals, readRoleSettings, type Role } from './role-settings.js';

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

describe('the application for approvals', () => {
  const FIRST = { key: 'first', secret: 'of-first', fourEyes: true };
  const GIVEN = { XAMAN_APPROVALS_KEY: 'second', XAMAN_APPROVALS_SECRET: 'of-second' };
  const approvals = (env: NodeJS.ProcessEnv) => {
    const problems: string[] = [];
    const uuid = (name: string) => env[name] ?? '';
    const role = (env.ROLE ?? 'all') as Role;
    return { is: readApprovals(env, { ...FIRST, role }, uuid, (problem) => void problems.push(problem)), problems };
  };

  it('is the workers’ own', () =>
    expect(approvals({ ROLE: 'worker', ...GIVEN })).toEqual({
      is: { key: 'second', secret: 'of-second' },
      problems: [],
    }));

  it('may be the first one where one process is everything', () =>
    expect(approvals({})).toEqual({ is: { key: 'first', secret: 'of-first' }, problems: [] }));

  it('is none in a web process', () => expect(approvals({ ROLE: 'web' })).toEqual({ is: null, problems: [] }));

  it.each([
    [{ ROLE: 'web', ...GIVEN }, 'must not be given where ROLE=web'],
    [{ ROLE: 'web', XAMAN_APPROVALS_SECRET: 'x' }, 'must not be given where ROLE=web'],
    [{ ROLE: 'worker' }, 'are missing'],
    [{ ROLE: 'worker', ...GIVEN, XAMAN_APPROVALS_KEY: 'first' }, 'it must be another application'],
  ])('%j is refused by name', (env, problem) =>
    expect(approvals(env).problems).toEqual([expect.stringContaining(problem)]),
  );
});
