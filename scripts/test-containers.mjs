// `npm run test:containers`: composes an installation and walks through what an operator does with it. Needs a
// container engine with Compose 2.24.4 or later, Linux and the built tree; without an engine it says so and passes. The
// image is made from the built tree. The outside world is the sandbox, on this machine, and because nothing in it is
// encrypted, the program does not run with NODE_ENV=production. The log is in PostgreSQL.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, stopChild } from './lib/child.mjs';
import { backendEnvironment, sandboxEnvironment } from './lib/environments.mjs';
import { freePort } from './lib/free-port.mjs';
import { until } from './lib/platform-client.mjs';
import { readSandbox } from './lib/runtime.mjs';
import { readSecrets } from './lib/secrets.mjs';
import { readSettings } from './lib/settings.mjs';
import { waitUntilReady } from './lib/wait-until.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const FILES = ['docker-compose.yml', 'docker-compose.postgres.yml', 'docker-compose.test.json'];
const START_MS = 240_000;

const probe = spawnSync('docker', ['info'], { encoding: 'utf8' });
if (probe.status !== 0) {
  process.stdout.write('Skipped: no container engine answers "docker info".\n');
  process.exit(0);
}
const installation = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-compose-'));
const project = `tknest-test-${process.pid}`;

/**
 * @returns what a command of Docker prints, without its messages unless `withMessages`
 * @throws if its exit code is another than `code`
 */
function docker(args, { code = 0, withMessages = false } = {}) {
  const given = { cwd: installation, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr } = spawnSync('docker', args, given);
  assert.equal(status, code, `docker ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return withMessages ? stdout + stderr : stdout;
}
const compose = (...args) => docker(['compose', '-p', project, ...FILES.flatMap((file) => ['-f', file]), ...args]);
const tool = (...args) => compose('run', '--rm', '-T', 'tools', ...args);
const inspected = (service) => JSON.parse(docker(['inspect', compose('ps', '-aq', service).trim()]))[0].State;
const step = (words) => process.stdout.write(`${new Date().toISOString()}  ${words}\n`);

/** The built tree in the place of what the first stage makes; the other stages as they are. */
function makeContext() {
  for (const place of ['docker', ...FILES.slice(0, 2)])
    fs.cpSync(path.join(root, place), path.join(installation, place), { recursive: true });
  spawnSync(process.execPath, ['scripts/image.mjs', path.join(installation, 'image')], { cwd: root, stdio: 'inherit' });
  fs.copyFileSync(process.execPath, path.join(installation, 'node'));
  const stages = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8').split(/^(?=FROM )/m);
  const [first] = stages.filter((stage) => / AS build$/m.test(stage));
  const built = 'FROM scratch AS build\nCOPY --chmod=755 node /usr/local/bin/node\nCOPY image /image\n';
  const kept = stages.filter((stage) => !/ AS demo$/m.test(stage)).map((stage) => (stage === first ? built : stage));
  fs.writeFileSync(path.join(installation, 'Dockerfile'), kept.join(''));
  spawnSync('sh', ['docker/new-secrets.sh'], { cwd: installation, stdio: 'inherit' });
}

/** Starts the sandbox where containers reach it. @returns the program's settings, without a faucet */
async function openSandbox(dataDir, gateway, publicUrl) {
  const sandboxPort = await freePort();
  const settings = readSettings({ DATA_DIR: dataDir, SANDBOX_PORT: String(sandboxPort) });
  const secrets = readSecrets(dataDir);
  const env = { ...sandboxEnvironment(process.env, settings, secrets), SANDBOX_HOST: '0.0.0.0' };
  const child = startChild({ name: 'sandbox', script: 'sandbox/dist/main.js', env, cwd: root, dataDir });
  await waitUntilReady({ url: `http://127.0.0.1:${sandboxPort}/control/info`, child, patienceMs: START_MS });
  const sandbox = await readSandbox(sandboxPort);
  const there = JSON.parse(JSON.stringify(sandbox).replaceAll('localhost', gateway));
  const own = { PUBLIC_URL: publicUrl, NODE_ENV: '', SANDBOX_HOST: '0.0.0.0', XRPL_FAUCET_URL: '' };
  const {
    PORT: _port,
    DATA_DIR: _data,
    DATABASE_URL: _url,
    ...outside
  } = backendEnvironment({}, settings, secrets, {
    sandbox: there,
  });
  return { child, sandbox, environment: { ...outside, ...own } };
}

/** A page as a browser gets it from the proxy, whose authority is its own. */
const page = (port) =>
  new Promise((resolve) => {
    const request = https.get({ port, host: 'localhost', path: '/', rejectUnauthorized: false }, (response) => {
      const told = (parts) => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() });
      response.toArray().then(told, ({ message }) => resolve({ status: 0, text: message }));
    });
    request.on('error', ({ message }) => resolve({ status: 0, text: message }));
  });

async function walk({ httpsPort, sandbox }) {
  step('a first start ends well, and its page says which address waits for how much XRP');
  compose('up', '-d', '--build');
  const told = /Waiting for XRP on (r\w+), at least (\d+)\./g;
  const waiting = await until(
    () => page(httpsPort),
    ({ text }) => text.match(told)?.length === 3,
    'the page',
    START_MS,
  );
  assert.equal(waiting.status, 503);
  assert.equal(inspected('backend').Health.Status, 'healthy');
  for (const [, destination, xrpAmount] of waiting.text.matchAll(told))
    await fetch(`${sandbox.url}/faucet`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ destination, xrpAmount }),
    });
  await until(
    () => page(httpsPort),
    ({ status }) => status === 200,
    'the pages',
    START_MS,
  );
  await until(
    () => inspected('proxy').Health.Status,
    (status) => status === 'healthy',
    'the health of the proxy',
  );

  step('the database refuses a connection without TLS');
  const plain = ['psql', 'host=database sslmode=disable user=tknest dbname=tknest', '-c', 'select'];
  const exec = ['compose', '-p', project, ...FILES.flatMap((file) => ['-f', file]), 'exec', '-T', 'database'];
  assert.match(docker([...exec, ...plain], { code: 2, withMessages: true }), /no encryption/);

  step('certificates renew by a reload');
  const serial = () => compose('exec', '-T', 'database', 'sha256sum', '/certificates/server.crt');
  const before = serial();
  compose('run', '--rm', '-T', '-e', 'RENEW_SECONDS=999999999', 'certificates');
  compose('exec', '-T', 'database', 'psql', '-U', 'postgres', '-c', 'select pg_reload_conf()');
  assert.notEqual(serial(), before);
  tool('migrate');
  assert.equal((await page(httpsPort)).status, 200);

  step('backup, an emptied database, restore, and the restored log is whole');
  tool('backup', '--to', '/backups/first');
  tool('keys', 'list');
  compose('stop', 'backend');
  assert.equal(inspected('backend').ExitCode, 0);
  assert.match(compose('logs', 'backend'), /"msg":"Ended"/);
  compose('exec', '-T', 'database', 'dropdb', '-U', 'postgres', '--force', 'tknest');
  compose('exec', '-T', 'database', 'sh', '/docker-entrypoint-initdb.d/10-user.sh');
  tool('restore', '--from', '/backups/first');
  compose('up', '-d');
  await until(
    () => page(httpsPort),
    ({ status }) => status === 200,
    'the restored program',
    START_MS,
  );
  tool('replay', '--verify');

  step('wrong settings are not started again and again');
  const [{ Id }] = JSON.parse(docker(['inspect', compose('run', '-d', '-e', 'XRPL_URL=nowhere', 'backend').trim()]));
  await until(
    () => docker(['logs', Id], { withMessages: true }),
    (log) => /cannot start/.test(log),
    'the reason',
    START_MS,
  );
  const [{ State, RestartCount }] = JSON.parse(docker(['inspect', Id]));
  assert.deepEqual([State.Running, RestartCount], [true, 0]);
  docker(['rm', '-f', Id]);
}

let outside;
try {
  makeContext();
  const gateway = docker(['network', 'inspect', 'bridge', '-f', '{{(index .IPAM.Config 0).Gateway}}']).trim();
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  outside = await openSandbox(path.join(installation, 'sandbox'), gateway, `https://localhost:${httpsPort}`);
  const { environment } = outside;
  const services = { backend: { environment }, tools: { environment } };
  fs.writeFileSync(path.join(installation, FILES[2]), JSON.stringify({ services }));
  fs.appendFileSync(path.join(installation, '.env'), `HTTP_PORT=${httpPort}\nHTTPS_PORT=${httpsPort}\n`);
  compose('config', '--quiet');
  await walk({ httpsPort, ...outside });
  step('done');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  spawnSync('docker', ['compose', '-p', project, 'logs', '--tail', '40'], { cwd: installation, stdio: 'inherit' });
  process.exitCode = 1;
} finally {
  if (outside) await stopChild(outside.child, 'SIGTERM', 5_000);
  spawnSync('docker', ['compose', '-p', project, 'down', '-v', '--rmi', 'local'], { cwd: installation });
  fs.rmSync(installation, { recursive: true, force: true });
}
