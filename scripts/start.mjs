// `npm start`: database, sandbox, backend and built frontend as one program. Ends them in order, and all of them when
// one ends by itself.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applicationUrl } from './lib/application-role.mjs';
import { startChild, stopChild } from './lib/child.mjs';
import { startDatabase } from './lib/database.mjs';
import { readEnvFile } from './lib/env-file.mjs';
import { backendEnvironment, sandboxEnvironment } from './lib/environments.mjs';
import { demoBegins, makeDemoHistory } from './lib/demo-history.mjs';
import { isFree } from './lib/free-port.mjs';
import { gentleSignal, RunRecord } from './lib/run-record.mjs';
import { knownSandbox, rememberSandbox } from './lib/sandbox-facts.mjs';
import { masterKeyFile, readSecrets } from './lib/secrets.mjs';
import { readSettings } from './lib/settings.mjs';
import { announce, readAccounts, readSandbox, runtimeOf } from './lib/runtime.mjs';
import { waitUntilReady } from './lib/wait-until.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const BACKEND_PATIENCE_MS = 180_000;
const SANDBOX_PATIENCE_MS = 120_000;
/** Time for processes that the last run left behind to free their ports. */
const FREED_MS = 3_000;
const POLL_MS = 50;
/** Ten seconds at most, in total. */
const ENDING_MS = { backend: 5000, sandbox: 2500, database: 2000 };

const running = [];
let ending;
let record;

try {
  await start();
} catch (error) {
  // If a part has ended, that was reported already.
  if (!ending) process.stderr.write(`${error.message}\n`);
  await end(1);
}

async function start() {
  // Only on request: tests start the program with settings of their own. The option is not called `--env-file`, because
  // Node would take that for its own option, even after the script's name.
  if (process.argv.includes('--with-settings-file')) readEnvFile();
  const settings = readSettings(process.env);
  fs.mkdirSync(settings.dataDir, { recursive: true });
  record = new RunRecord(settings.dataDir);
  const left = await record.takeOver().catch((error) => {
    record = undefined;
    throw error;
  });
  if (left.length > 0) say(`Ended processes that the last run left behind: ${left.join(', ')}.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
  await checkPorts(settings, left.length > 0 ? FREED_MS : 0);

  const secrets = readSecrets(settings.dataDir);
  const { compiled, built } = build();
  // The sandbox takes as long to start as the rest to build.
  const opening = settings.sandbox ? compiled.then(() => openSandbox(settings, secrets)) : undefined;
  // A failure is reported once the rest is built.
  opening?.catch(() => undefined);
  const [databaseUrl] = await Promise.all([openDatabase(settings, secrets), built]);
  // The backend waits for the ledger by itself: once the sandbox's people are known, neither has to wait for the other.
  const [url, sandbox] = await Promise.all([
    openBackend(settings, secrets, databaseUrl, knownSandbox(settings) ?? (await opening)),
    opening,
  ]);
  if (sandbox) rememberSandbox(settings, sandbox);
  const accounts = await readAccounts(url, sandbox);
  const runtime = runtimeOf({ settings, url, databaseUrl, sandbox, accounts });
  if (ending) return;
  if (settings.demoData)
    await makeDemoHistory(runtime, settings.dataDir).catch((error) =>
      say(`The demo history could not be created: ${error.message}`),
    );
  if (ending) return;
  record.writeRuntime(runtime);
  announce(runtime, say);
}

/** @param patienceMs how long a port may still be in use: a process that was just ended frees it a moment later */
async function checkPorts({ port, sandboxPort, sandbox }, patienceMs) {
  const until = Date.now() + patienceMs;
  for (const [name, value] of Object.entries({ PORT: port, ...(sandbox && { SANDBOX_PORT: sandboxPort }) }))
    while (!(await isFree(value))) {
      if (Date.now() >= until)
        throw new Error(`Port ${value} is in use by another program. Choose another with ${name}=…`);
      await sleep(POLL_MS);
    }
}

/** @returns {{ compiled: Promise<void>, built: Promise<void> }} when the sandbox can be started, and everything */
function build() {
  if (process.argv.includes('--no-build')) return { compiled: Promise.resolve(), built: Promise.resolve() };
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(process.execPath, [path.join(root, 'scripts/build.mjs')], { cwd: root, stdio });
  const built = new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The build failed.'))));
  });
  const compiled = Promise.race([new Promise((resolve) => child.once('message', resolve)), built]);
  // A caller that waits for the whole build gets its failure.
  compiled.catch(() => undefined);
  return { compiled, built };
}

/** @returns the database's address under its owner: the one that tools and tests get */
async function openDatabase(settings, secrets) {
  if (settings.databaseUrl) return settings.migrateUrl ?? settings.databaseUrl;
  const logFile = path.join(settings.dataDir, 'logs', 'database.log');
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  return startDatabase({
    dataDir: settings.dataDir,
    password: secrets.databasePassword,
    logFile,
    mark: record.mark,
    onSpawn: watch,
  });
}

async function openSandbox(settings, secrets) {
  const env = sandboxEnvironment(process.env, settings, secrets);
  const child = open('sandbox', 'sandbox/dist/main.js', env, settings);
  await waitUntilReady({
    url: `http://127.0.0.1:${settings.sandboxPort}/control/info`,
    child,
    patienceMs: SANDBOX_PATIENCE_MS,
  });
  return readSandbox(settings.sandboxPort);
}

async function openBackend(settings, secrets, ownerUrl, sandbox) {
  const key = process.env.MASTER_KEY || process.env.MASTER_KEY_FILE ? undefined : masterKeyFile(settings.dataDir);
  const env = backendEnvironment(process.env, settings, secrets, {
    ...(settings.databaseUrl
      ? { databaseUrl: settings.databaseUrl }
      : { databaseUrl: await applicationUrl(ownerUrl, secrets.applicationPassword), migrateUrl: ownerUrl }),
    masterKeyFile: key,
    sandbox,
    announcementFile: record.runtimeFile,
    calendarFrom: demoBegins(settings),
  });
  const child = open('backend', 'backend/dist/program/main.js', env, settings, acceptLog(process.argv.slice(2)));
  await waitUntilReady({
    url: `http://127.0.0.1:${settings.port}/api/health/ready`,
    isThere: (response, body) => response.ok || body?.status === 'announcing',
    child,
    patienceMs: BACKEND_PATIENCE_MS,
  });
  return `http://localhost:${settings.port}`;
}

function open(name, script, env, settings, args = []) {
  if (ending) throw new Error('The program is ending.');
  const child = startChild({
    name,
    script: path.join(root, script),
    args: [record.mark, ...args],
    env,
    cwd: root,
    dataDir: settings.dataDir,
  });
  watch(child);
  return child;
}

/** `npm start -- --accept-log-at POSITION` is the backend's business: docs/operations.md, "When the log went back". */
function acceptLog(args) {
  const at = args.findIndex((arg) => arg.startsWith('--accept-log-at'));
  if (at < 0) return [];
  return args[at].includes('=') ? [args[at]] : args.slice(at, at + 2);
}

/** Ends everything if a part ends by itself, and tells where to look. */
function watch(child) {
  running.push(child);
  record.note(child.name, child.pid);
  void child.exited.then((how) => {
    running.splice(running.indexOf(child), 1);
    if (ending) return;
    process.stderr.write(
      `The ${child.name} ended unexpectedly (${how}). Its log: ${child.logFile}\n${child.output()}\n`,
    );
    void end(1);
  });
}

/** Backend first, since it needs the others until it has ended; a second signal does not wait. */
function end(code) {
  if (ending) running.forEach((child) => child.kill('SIGKILL'));
  ending ??= (async () => {
    for (const name of ['backend', 'sandbox', 'database']) {
      const child = running.find((each) => each.name === name);
      if (child) await stopChild(child, gentleSignal(name), ENDING_MS[name]);
    }
    record?.clear();
    process.exit(code);
  })();
  return ending;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
