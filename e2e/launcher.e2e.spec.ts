import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { FULL } from '../backend/test/support/how-much.js';
import { removeFolder } from './support/remove-folder.js';
import { isAlive, pause, StandInProgram } from './support/stand-in-program.js';

let program: StandInProgram;
beforeEach(() => {
  program = new StandInProgram();
});
afterEach(() => program.remove());

describe('npm start', () => {
  it('starts everything, says where it is, and ends in order', async () => {
    const runtime = await program.start();
    expect(runtime).toMatchObject({
      url: `http://localhost:${program.ports.PORT}`,
      pid: program.child.pid,
      accessCode: 'LEDGER2024',
      database: expect.stringMatching(/^postgres:\/\//),
      sandbox: {
        url: `http://localhost:${program.ports.SANDBOX_PORT}`,
        ledger: `ws://localhost:${program.ports.SANDBOX_PORT}/ledger`,
        phone: `http://localhost:${program.ports.SANDBOX_PORT}/phone`,
      },
      accounts: { issuer: 'rI', feeWallet: 'rF', payoutEscrow: 'rP', rlusdIssuer: expect.stringMatching(/^r/) },
      pids: { database: expect.any(Number), sandbox: expect.any(Number), backend: expect.any(Number) },
    });
    expect(runtime.wallets.map(({ role }: any) => role).sort()).toEqual([
      'admin',
      'investor',
      'investor',
      'investor',
      'landlord',
      'landlord',
    ]);
    const [officer, auditor] = runtime.officers;
    expect(runtime.officers).toHaveLength(2);
    expect(officer).toMatchObject({ role: 'compliance', seed: expect.stringMatching(/^s/) });
    expect(auditor).toMatchObject({ role: 'auditor', seed: expect.stringMatching(/^s/) });
    expect(statSync(program.runtimeFile).mode & 0o777).toBe(0o600);
    for (const secret of ['secrets.json', 'master.key'])
      expect(statSync(path.join(program.dataDir, secret)).mode & 0o777).toBe(0o600);
    for (const word of [runtime.url, 'LEDGER2024', runtime.wallets[0].address]) expect(program.output).toContain(word);

    const environment: any = await (await fetch(`${runtime.url}/environment`)).json();
    expect(environment).toMatchObject({
      SANDBOX: '1',
      XRPL_URL: runtime.sandbox.ledger,
      XRPL_NETWORK: 'SANDBOX',
      XRPL_FAUCET_URL: `${runtime.sandbox.url}/faucet`,
      XAMAN_API_URL: `${runtime.sandbox.url}/xaman`,
      CENSUS_API_URL: `${runtime.sandbox.url}/census`,
      ADMIN_WALLETS: runtime.wallets.find(({ role }: any) => role === 'admin').address,
      AUDITOR_WALLETS: auditor.address,
      COMPLIANCE_WALLETS: officer.address,
      SANCTIONS_URL: `${runtime.sandbox.url}/ofac`,
      MIGRATE_URL: runtime.database,
    });
    const begin = Date.now();
    expect(await program.stop()).toBe(0);
    expect(Date.now() - begin).toBeLessThan(10_000);
    expect(program.notes()).toEqual(['up', 'ended']);
    expect(Object.values<number>(runtime.pids).filter(isAlive)).toEqual([]);
    expect(existsSync(program.runtimeFile)).toBe(false);
  });

  it('goes on after a kill -9 with the same people, ending what was left', async () => {
    const first = await program.start();
    program.child.kill('SIGKILL');
    await program.ended();
    expect(Object.values<number>(first.pids).filter(isAlive)).toHaveLength(3);
    const second = await program.start();
    expect(second.wallets).toEqual(first.wallets);
    expect(second.database).toBe(first.database);
    expect(Object.values<number>(first.pids).filter(isAlive)).toEqual([]);
    expect(program.notes()).toEqual(['up', 'ended', 'up']);
  });

  it('recovers from a kill -9 at any moment of the start', async () => {
    for (const ms of FULL ? [150, 300, 450, 700, 1000, 1400, 1900] : [300, 1000, 1900]) {
      await program.launch();
      await pause(ms);
      program.child.kill('SIGKILL');
      await program.ended();
    }
    const runtime = await program.start();
    expect(runtime.wallets).toHaveLength(6);
    expect(await program.stop()).toBe(0);
    expect(Object.values<number>(runtime.pids).filter(isAlive)).toEqual([]);
  });

  it('leaves a process alone that only has the number of one of its own', async () => {
    await program.start();
    await program.stop();
    // Another program; the recorded mark is only a prefix of its mark.
    const stranger = spawn(process.execPath, [
      '-e',
      'setTimeout(() => {}, 60_000)',
      `tknest-1${randomUUID().slice(1)}`,
    ]);
    const pids = { backend: stranger.pid };
    writeFileSync(program.runtimeFile, JSON.stringify({ pid: stranger.pid, pids }));
    writeFileSync(
      path.join(program.dataDir, 'processes.json'),
      JSON.stringify({ launcher: { pid: stranger.pid, started: 'long ago' }, mark: 'tknest-1', pids }),
    );
    await program.start();
    expect(isAlive(stranger.pid!)).toBe(true);
    stranger.kill();
  });

  it.each(['backend', ...(FULL ? ['sandbox', 'database'] : [])])(
    'ends everything when the %s ends by itself, and names its log',
    async (part) => {
      const { pids } = await program.start();
      process.kill(pids[part], 'SIGKILL');
      expect(await program.ended()).toBe(1);
      expect(program.output).toContain(path.join(program.dataDir, 'logs', `${part}.log`));
      await pause(50);
      expect(Object.values<number>(pids).filter(isAlive)).toEqual([]);
    },
  );

  it('refuses a second program on the same data, and leaves the first one alone', async () => {
    const { url } = await program.start();
    const first = program.child;
    await program.launch();
    expect(await program.ended()).toBe(1);
    expect(program.output).toMatch(/already running/);
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
    program.child = first;
    expect(program.runtime().pid).toBe(first.pid);
  });

  it('hands on to the backend what is typed behind `npm start --`, and none of it to Node', async () => {
    const { url } = await program.start({}, ['--accept-log-at', '7']);
    const got = await (await fetch(`${url}/arguments`)).json();
    expect(got.slice(-2)).toEqual(['--accept-log-at', '7']);
  });

  it('names a port that is in use', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const { port } = taken.address() as { port: number };
    await program.launch({ PORT: String(port) });
    expect(await program.ended()).toBe(1);
    expect(program.output).toContain(`Port ${port} is in use`);
    taken.close();
  });

  it('names every setting that is wrong', async () => {
    await program.launch({ PORT: 'x', XRPL_URL: 'http://x', NODE_ENV: 'production' });
    expect(await program.ended()).toBe(1);
    for (const name of ['PORT', 'XRPL_URL', 'XAMAN_API_KEY', 'MASTER_KEY']) expect(program.output).toContain(name);
    expect(existsSync(program.dataDir)).toBe(false);
    await program.launch({ PORT: 'x', NODE_ENV: 'production', MASTER_KEY_FILE: '/run/secrets/master' });
    expect(await program.ended()).toBe(1);
    expect(program.output).not.toContain('MASTER_KEY');
  });

  it('gives a part that fails to start its word', async () => {
    writeFileSync(
      path.join(program.folder, 'backend/dist/program/main.js'),
      'console.error("The settings are wrong: X"); process.exit(3);',
    );
    await program.launch();
    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('The settings are wrong: X');
    expect(program.output.match(/Its log/g)).toHaveLength(1);
    expect(readFileSync(path.join(program.dataDir, 'logs/backend.log'), 'utf8')).toContain('X');
  });
});

it('an installation says every few seconds that it is under way', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-install-'));
  for (const name of ['scripts', 'node_modules', 'bin']) mkdirSync(path.join(folder, name));
  copyFileSync('scripts/ensure-installed.mjs', path.join(folder, 'scripts/ensure-installed.mjs'));
  writeFileSync(path.join(folder, 'package-lock.json'), '{}');
  writeFileSync(path.join(folder, 'bin/npm'), '#!/bin/sh\nsleep 7\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` };
  const child = spawn(process.execPath, [path.join(folder, 'scripts/ensure-installed.mjs')], { env });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  expect(output).toMatch(/^Installing dependencies \(npm ci\) …\n {2}still installing, 5 s\n$/);
  removeFolder(folder);
});
