import { afterAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder whose `npm` answers what a test says, in front of the real one. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-advisories-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param npm the body of a shell script */
function checked(npm: string): { status: number | null; said: string } {
  writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-advisories.mjs'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  return { status, said: stdout };
}
/** What `npm audit --json` prints, with which exit code, where it knows of weaknesses. */
const knows = (...severities: string[]) => {
  const found = severities.map((severity) => [`weak-${severity}`, { name: `weak-${severity}`, severity, range: '<2' }]);
  return `echo '${JSON.stringify({ vulnerabilities: Object.fromEntries(found) })}'; exit 1`;
};

describe('a weakness that the registry knows of in a package that ships', () => {
  it.each(['critical', 'high'])('fails the check from the first day if it is %s', (severity) => {
    expect(checked(knows('low', severity))).toEqual({ status: 1, said: `weak-${severity} <2: ${severity}\n` });
  });

  it('does not fail it if it may wait for thirty days or the next release', () => {
    expect(checked(knows('moderate', 'low', 'info'))).toEqual({ status: 0, said: '' });
  });

  it('is asked about what ships, not about tools', () => {
    expect(checked('[ "$*" = "audit --omit=dev --json" ] && echo \'{"vulnerabilities":{}}\'').said).toBe('');
  });

  it.each([
    ['nothing', 'exit 1'],
    ['a page of its proxy', 'echo "<html>Sign in</html>"'],
    ['an error', 'echo \'{"error":{"code":"ENOTFOUND"}}\'; exit 1'],
  ])('is not said to be absent where the registry answers with %s', (_, npm) => {
    const { status, said } = checked(npm);
    expect([status, said]).toEqual([0, expect.stringContaining('were not checked for advisories')]);
  });
});
