import { afterAll, expect, it } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect, createServer, type ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/embedded-postgres.mjs';
import { freePort } from '../scripts/lib/free-port.mjs';
import { until } from '../scripts/lib/platform-client.mjs';
import { composed } from './support/compose.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-docker-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isThere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const certificates = path.join(folder, 'certificates');
/** Runs with the service's only capability, where this machine lets us drop the others. */
const asService =
  process.getuid?.() === 0 && isThere('setpriv')
    ? ['setpriv', '--bounding-set', '-all,+chown', '--inh-caps', '-all,+chown', 'sh']
    : ['sh'];
const make = (env: Record<string, string> = {}) => {
  const [command, ...args] = [...asService, 'docker/certificates.sh', certificates];
  return execFileSync(command!, args, { encoding: 'utf8', env: { ...process.env, ...env } });
};
const file = (...names: string[]) => path.join(certificates, ...names);

/** Connects by TLS, trusting the authority. @returns the certificate's serial number, or why it does not fit */
const certificateOf = async (options: ConnectionOptions): Promise<string> => {
  const socket = connect({ host: '127.0.0.1', ca: readFileSync(file('authority', 'ca.crt')), ...options });
  const [error] = await Promise.race([once(socket, 'secureConnect'), once(socket, 'error')]).catch((why) => [why]);
  const { serialNumber } = socket.getPeerCertificate() ?? {};
  socket.destroy();
  return error?.code ?? serialNumber;
};

it('the scripts are what a shell takes', () => {
  for (const script of ['certificates', 'new-secrets', 'database-user'])
    expect(spawnSync('sh', ['-n', `docker/${script}.sh`], { encoding: 'utf8' }).stderr).toBe('');
});

it('certificates are made once, fit their names, are made anew where they do not, and their keys are private', async () => {
  expect(make()).toMatch(/Made an authority/);
  const mode = (...names: string[]) => (statSync(file(...names)).mode & 0o777).toString(8);
  expect([mode('database', 'server.key'), mode('eventstore', 'node.key')]).toEqual(['600', '600']);
  expect([mode('authority', 'ca.crt'), mode('eventstore', 'ca', 'ca.crt')]).toEqual(['644', '644']);
  if (process.getuid?.() === 0) {
    expect(statSync(file('database', 'server.key')).uid).toBe(999);
    expect(statSync(file('eventstore', 'node.key')).uid).toBe(1000);
    for (const name of ['proxy-data', 'proxy-config']) expect(statSync(file(name, 'caddy')).uid).toBe(1000);
  }
  const speaks = async (name: 'database/server' | 'eventstore/node', host: string) => {
    const [cert, key] = ['crt', 'key'].map((kind) => readFileSync(file(`${name}.${kind}`)));
    const server = createServer({ cert, key }, (socket) => socket.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const found = await certificateOf({ port, servername: host });
    server.close();
    return found.startsWith('ERR_') ? found : 'fits';
  };
  expect(await speaks('database/server', 'database')).toBe('fits');
  expect(await speaks('eventstore/node', 'eventstore')).toBe('fits');
  expect(await speaks('eventstore/node', 'database')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  const before = readFileSync(file('database', 'server.crt'), 'utf8');
  expect(make()).toMatch(/are valid/);
  expect(readFileSync(file('database', 'server.crt'), 'utf8')).toBe(before);
  writeFileSync(file('eventstore', 'node.crt'), readFileSync(file('authority', 'ca.crt')));
  rmSync(file('authority', 'ca.crt'));
  expect(make()).not.toMatch(/Made an authority/);
  expect(readFileSync(file('database', 'server.crt'), 'utf8')).not.toBe(before);
  expect(await speaks('eventstore/node', 'eventstore')).toBe('fits');
});

it('if the authority’s key is lost, the authority before stays trusted beside the new one', async () => {
  const trusts = (bundle: string, certificate: string) =>
    spawnSync('openssl', ['verify', '-CAfile', bundle, certificate]).status === 0;
  const before = path.join(folder, 'before.crt');
  cpSync(file('database', 'server.crt'), before);
  rmSync(file('authority-key', 'ca.key'));
  expect(make({ RENEW_SECONDS: '999999999' })).toMatch(/Made an authority/);
  for (const certificate of [before, file('database', 'server.crt')])
    expect(trusts(file('authority', 'ca.crt'), certificate)).toBe(true);
  expect(make()).toMatch(/are valid/);
});

it('keys and passwords are made once, for their owner alone', () => {
  const place = path.join(folder, 'installation');
  const run = () => execFileSync('sh', ['-c', `mkdir -p ${place} && sh docker/new-secrets.sh ${place}`]);
  run();
  const [master, settings] = [path.join(place, 'secrets/master.key'), path.join(place, '.env')];
  const [key, text] = [readFileSync(master, 'utf8'), readFileSync(settings, 'utf8')];
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  for (const one of [master, settings]) expect((statSync(one).mode & 0o777).toString(8)).toBe('600');
  const passwords = [...text.matchAll(/^\w+_(?:PASSWORD|TOKEN)=([0-9a-f]{48})$/gm)].map(([, password]) => password);
  expect(new Set(passwords).size).toBe(6);
  const named = readdirSync('.')
    .filter((name) => /^docker-compose.*\.yml$/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  for (const [, name] of text.matchAll(/^(\w+)=/gm))
    expect([name, new RegExp(`\\b${name}\\b`).test(named)]).toEqual([name, true]);
  run();
  expect([readFileSync(master, 'utf8'), readFileSync(settings, 'utf8')]).toEqual([key, text]);
});

it('the database takes TLS alone, is healthy once the program can sign in, and renews under load', async () => {
  if (!isThere('psql')) return;
  make();
  // The embedded server runs as another user than the image's.
  const own = path.join(folder, 'own');
  mkdirSync(own);
  const give = () => {
    for (const name of ['server.crt', 'server.key']) {
      cpSync(file('database', name), path.join(own, name));
      if (process.getuid?.() === 0) execFileSync('chown', ['postgres:', path.join(own, name)]);
    }
  };
  give();
  chmodSync(folder, 0o755);
  const { database } = composed(['docker-compose.yml']).services;
  const command: string = database!.command;
  const places = { '/certificates': own, '/pg_hba.conf': path.resolve('docker/pg_hba.conf') };
  const flags = command
    .split(/ (?=-c )/)
    .slice(1)
    .flatMap((flag) => flag.split(' '))
    .map((flag) => Object.entries(places).reduce((text, [from, to]) => text.replace(from, to), flag));
  const port = await freePort();
  const server = await startPostgres({
    dataDir: path.join(folder, 'cluster'),
    port,
    user: 'postgres',
    password: 'of the administrator',
    logFile: path.join(folder, 'database.log'),
    flags: flags as never[],
  });
  const env = {
    PATH: process.env.PATH,
    POSTGRES_USER: 'postgres',
    PROGRAM_PASSWORD: 'program',
    OWNER_PASSWORD: 'owner',
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGPASSWORD: 'of the administrator',
  };
  const run = (script: string, own: Record<string, string> = {}) =>
    spawnSync('sh', ['-c', script], { env: { ...env, ...own }, encoding: 'utf8' });
  const health = database!.healthcheck.test[1].replaceAll('$$', '$');
  try {
    expect(run(health)).toMatchObject({ status: 2, stderr: expect.stringContaining('authentication failed') });
    // Interrupted after the first statement, and repeated.
    expect(run("psql -Upostgres -dpostgres -c 'create role tknest login'").status).toBe(0);
    for (let times = 0; times < 2; times++) {
      expect(run('sh docker/database-user.sh')).toMatchObject({ status: 0 });
      expect(run(health)).toMatchObject({ status: 0, stderr: '' });
    }
    expect(run(health, { PGSSLMODE: 'disable' }).status).toBe(0);
    const plain = run("psql 'sslmode=disable user=tknest dbname=tknest' -c 'select'", { PGPASSWORD: 'program' });
    expect(plain).toMatchObject({ status: 2, stderr: expect.stringContaining('no encryption') });

    // A program as it runs: it read the authority when it started.
    const ssl = { ca: readFileSync(file('authority', 'ca.crt'), 'utf8'), servername: 'database' };
    const login = { host: '127.0.0.1', port, user: 'tknest', password: 'program', database: 'tknest', ssl };
    const pool = new pg.Pool({ ...login, maxUses: 3 });
    // The server stops while the pool may still be closing connections that were used three times.
    pool.on('error', () => undefined);
    let isOver = false;
    const load = Array.from({ length: 4 }, async () => {
      let done = 0;
      while (!isOver) done += (await pool.query('select 1')).rowCount!;
      return done;
    });
    // PostgreSQL's own protocol comes before TLS, so the certificate is seen by a connection of the program's driver.
    const serial = async () => {
      const client = new pg.Client(login);
      await client.connect();
      const { serialNumber } = (client as any).connection.stream.getPeerCertificate();
      await client.end();
      return serialNumber;
    };
    const before = await serial();
    make({ RENEW_SECONDS: '999999999' });
    give();
    expect(run("psql -Upostgres -dpostgres -c 'select pg_reload_conf()'").status).toBe(0);
    await until(serial, (now) => now !== before, 'the new certificate');
    isOver = true;
    for (const done of await Promise.all(load)) expect(done).toBeGreaterThan(3);
    await pool.end();
  } finally {
    await server.stop();
  }
});

it('the users of EventStoreDB: no password stays as it came, done again it changes nothing', async () => {
  make();
  const users = new Map([
    ['admin', 'changeit'],
    ['ops', 'changeit'],
  ]);
  const server = https.createServer(
    { cert: readFileSync(file('eventstore', 'node.crt')), key: readFileSync(file('eventstore', 'node.key')) },
    (request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', () => {
          const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
          const given = Buffer.from(request.headers.authorization!.split(' ')[1]!, 'base64').toString();
          const [, name = '', command] = /^\/users\/(\w*)(\/command\/reset-password)?$/.exec(request.url!) ?? [];
          const answer = (status: number) => response.writeHead(status).end();
          if (given !== `admin:${users.get('admin')}`) return answer(401);
          if (request.method === 'POST' && name === '') return (users.set(body.loginName, body.password), answer(201));
          if (!users.has(name)) return answer(404);
          if (command) users.set(name, body.newPassword);
          answer(200);
        });
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const run = async (passwords: Record<string, string>) => {
    const child = spawn(process.execPath, ['docker/eventstore-user.mjs'], {
      env: {
        PATH: process.env.PATH,
        EVENTSTORE_HOST: `localhost:${(server.address() as AddressInfo).port}`,
        AUTHORITY: file('authority', 'ca.crt'),
        ...passwords,
      },
      stdio: 'ignore',
    });
    return (await once(child, 'exit'))[0];
  };
  const right = { EVENTSTORE_ADMIN_PASSWORD: 'of the office', EVENTSTORE_PASSWORD: 'of the program' };
  expect(await run({ EVENTSTORE_PASSWORD: 'alone' })).toBe(1);
  expect(Object.fromEntries(users)).toEqual({ admin: 'changeit', ops: 'changeit' });
  const after = { admin: 'of the office', ops: 'of the office', tknest: 'of the program' };
  for (let times = 0; times < 2; times++) {
    expect(await run(right)).toBe(0);
    expect(Object.fromEntries(users)).toEqual(after);
  }
  expect(await run({ ...right, EVENTSTORE_ADMIN_PASSWORD: 'another' })).toBe(1);
  expect(Object.fromEntries(users)).toEqual(after);
  server.close();
});

it('exit code 78 is not started again: the container waits, unhealthy; any other end is passed on', async () => {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const run = async (node: string, signal?: NodeJS.Signals) => {
    writeFileSync(path.join(bin, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
    const child = spawn('sh', ['docker/program.sh'], { env: { PATH: `${bin}:${process.env.PATH}` } });
    const ended = once(child, 'exit');
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    if (signal) {
      await until(async () => said, Boolean, 'a first word');
      child.kill(signal);
    }
    const [code] = await ended;
    return { code, said };
  };
  expect(await run('exit 1')).toEqual({ code: 1, said: '' });
  expect(await run('exec sleep 100 & trap "kill $!; echo orderly; exit 0" TERM; echo up; wait', 'SIGTERM')).toEqual({
    code: 0,
    said: 'up\norderly\n',
  });
  expect(await run('exit 78', 'SIGTERM')).toEqual({ code: 78, said: expect.stringContaining('cannot start') });
});

it('each tool gets the database role and the user of EventStoreDB that it needs', () => {
  const image = path.join(folder, 'image');
  const tools = ['backup', 'doctor', 'keys', 'log', 'migrate', 'replay', 'restore'];
  mkdirSync(path.join(image, 'docker'), { recursive: true });
  mkdirSync(path.join(image, 'backend/dist/program'), { recursive: true });
  cpSync('docker/tools.mjs', path.join(image, 'docker/tools.mjs'));
  for (const tool of tools)
    writeFileSync(
      path.join(image, `backend/dist/program/${tool}.js`),
      `const { DATABASE_URL, MIGRATE_URL, EVENTSTORE_URL, OWNER_URL, EVENTSTORE_ADMIN_URL } = process.env;
       console.log(JSON.stringify({ DATABASE_URL, MIGRATE_URL, EVENTSTORE_URL, OWNER_URL, EVENTSTORE_ADMIN_URL }));
       process.exitCode = Number(process.argv[2]);`,
    );
  const env = {
    DATABASE_URL: 'program',
    EVENTSTORE_URL: 'program',
    OWNER_URL: 'owner',
    EVENTSTORE_ADMIN_URL: 'admin',
    PATH: process.env.PATH,
  };
  const run = (args: string[], own = {}) => {
    const given = { env: { ...env, ...own }, encoding: 'utf8' } as const;
    const { status, stdout } = spawnSync(process.execPath, [path.join(image, 'docker/tools.mjs'), ...args], given);
    return { status, settings: stdout.startsWith('{') ? JSON.parse(stdout) : stdout };
  };
  const program = { DATABASE_URL: 'program', EVENTSTORE_URL: 'program' };
  const expected: Record<string, object> = {
    keys: { ...program, MIGRATE_URL: 'owner' },
    migrate: { ...program, MIGRATE_URL: 'owner' },
    log: { ...program, MIGRATE_URL: 'owner', EVENTSTORE_URL: 'admin' },
    restore: { ...program, DATABASE_URL: 'owner' },
  };
  for (const tool of tools)
    expect([tool, run([tool, '7'])]).toEqual([tool, { status: 7, settings: expected[tool] ?? program }]);
  expect(run(['log', '0'], { EVENTSTORE_URL: '' }).settings).toMatchObject({ EVENTSTORE_URL: '' });
  for (const args of [[], ['main'], ['toString']])
    expect(run(args)).toEqual({ status: 2, settings: expect.stringContaining(tools.join('|')) });
});
