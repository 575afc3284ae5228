import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FLAKY_MAX, listSuites, passAlone, runJest } from '../scripts/lib/run-jest.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'tknest-stuck-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const suite = (name: string, text: string) => {
  writeFileSync(path.join(folder, `${name}.spec.mjs`), text);
  return path.join(folder, `${name}.spec.mjs`);
};
writeFileSync(
  path.join(folder, 'package.json'),
  JSON.stringify({ jest: { testMatch: ['**/*.spec.mjs'], transform: {}, testEnvironment: 'node' } }),
);

describe('A run of the tests that waits for what never comes', () => {
  const passing = suite('passing', "test('passes', () => expect(1).toBe(1));");
  const failing = suite('failing', "test('fails', () => expect(1).toBe(2));");
  const waiting = suite(
    'waiting',
    "await new Promise((resolve) => setTimeout(resolve, 3_600_000)); test('is', () => {});",
  );
  // Fails in its first run only.
  const shaky = suite(
    'shaky',
    `import { existsSync, writeFileSync } from 'node:fs';
     const mark = ${JSON.stringify(path.join(folder, 'mark'))};
     test('passes later', () => { const later = existsSync(mark); writeFileSync(mark, ''); expect(later).toBe(true); });`,
  );
  const options = {
    cwd: folder,
    env: { ...process.env, JEST_WORKER_ID: undefined },
    stallMinutes: 0.15,
    output: 'ignore',
  };

  const run = async (args: string[], how: object) => {
    const { ended, ...rest } = await runJest(args, how as never);
    const seconds = [...ended.values()] as number[];
    expect(seconds.every((one) => one > 0)).toBe(true);
    return { ...rest, ended: new Set(ended.keys()) };
  };

  it('is killed, and says which suites ended and which of them failed', async () => {
    const made = await run(['--maxWorkers=2', 'ing'], options);
    expect(made).toMatchObject({ stuck: true, ended: new Set([passing, failing]), failed: new Set([failing]) });
  });
  it('is ended where a test left a process behind, and its results count', async () => {
    const left = suite(
      'left-behind',
      `import { spawn } from 'node:child_process';
       test('leaves one', () => {
         spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'inherit', detached: true }).unref();
       });`,
    );
    const started = performance.now();
    const made = await run(['--maxWorkers=2', 'left-behind|passing'], { ...options, closingMinutes: 0.05 });
    expect(made).toMatchObject({ status: 0, stuck: false, ended: new Set([left, passing]) });
    expect(performance.now() - started).toBeLessThan(19_000);
  });
  it('is left alone where it gets on', async () => {
    expect(await run(['passing'], options)).toMatchObject({ stuck: false, status: 0, ended: new Set([passing]) });
    expect(await run(['failing'], options)).toMatchObject({ stuck: false, status: 1, failed: new Set([failing]) });
  });
  it('looks a second time at a suite that failed, and takes no for an answer', async () => {
    const first = await run(['shaky'], options);
    expect(first).toMatchObject({ status: 1, failed: new Set([shaky]) });
    expect(await passAlone(first.failed, options)).toBe(true);
    expect(await passAlone(new Set([failing]), options)).toBe(false);
    expect(await passAlone(new Set([shaky, failing]), options)).toBe(false);
  });
  it('gives no second look where many failed, or none', async () => {
    const many = Array.from({ length: FLAKY_MAX + 1 }, (_, n) => suite(`many-${n}`, "test('is', () => {});"));
    expect(await passAlone(new Set(many), options)).toBe(false);
    expect(await passAlone(new Set(), options)).toBe(false);
  });
  it('can be gone on with: what was asked for is known by path', () => {
    expect(listSuites(['ing'], options).sort()).toEqual([failing, passing, waiting].sort());
  });
});
