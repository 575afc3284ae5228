import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testsOf } from '../scripts/lib/tests-of.mjs';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

const DOCTOR = fileURLToPath(new URL('../backend/dist/program/doctor.js', import.meta.url));
const KEY = '00'.repeat(32);

let program: Program;
let right: Record<string, string>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tknest-doctor-'));
  program = await new Program(SHORT_LIST, { ownCluster: true }).start();
  const { runtime, dataDir } = program;
  const secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'));
  const [admin] = runtime.wallets.filter(({ role }) => role === 'admin');
  right = {
    DATA_DIR: folder,
    DATABASE_URL: (runtime as unknown as { database: string }).database,
    MASTER_KEY: KEY,
    XRPL_URL: runtime.sandbox.ledger,
    XRPL_NETWORK: 'SANDBOX',
    RLUSD_ISSUER: runtime.accounts.rlusdIssuer,
    XAMAN_API_URL: `${runtime.sandbox.url}/xaman`,
    XAMAN_API_KEY: secrets.xamanApiKey,
    XAMAN_API_SECRET: secrets.xamanApiSecret,
    PERSONA_API_URL: `${runtime.sandbox.url}/persona/api/v1`,
    PERSONA_API_KEY: secrets.personaApiKey,
    PERSONA_WEBHOOK_SECRET: secrets.personaWebhookSecret,
    PERSONA_TEMPLATE_ID: 'itmpl_sandbox',
    SANCTIONS_URL: `${runtime.sandbox.url}/ofac`,
    ADMIN_WALLETS: `ada:${admin!.address},ben:${runtime.officers[0]!.address}`,
    PUBLIC_URL: 'https://example.org',
  };
});
afterAll(async () => {
  await program?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the doctor with the right settings, except for these. */
function doctor(settings: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, ...right, ...settings };
  return new Promise((resolve) =>
    execFile(process.execPath, [DOCTOR], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    ),
  );
}

/** A server that answers this to every byte. */
async function listening(says: string): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.once('data', () => socket.end(says)).on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}

describe('what monitoring stands on', () => {
  const docs = (name: string) => readFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), 'utf8');
  /** Names of figures, without the suffixes of a histogram. */
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
  /** Prefixes and suffixes that only figures have. */
  const FIGURE =
    /^(http_request|event_append|event_log_up|read_model_lag|process_lag|consumers_|timers_|database_pool|account_(gate|spare|tickets)|network_fee|payments_ended|open_cases|notification_mails|reconciliation_)|_(seconds|total|xrp|drops|bucket)$/;
  const NO_FIGURES = new Set(['histogram_quantile']);
  let figures: Set<string>;
  let text: string;
  beforeAll(async () => {
    await program.visitor().get('/api/session');
    text = String((await program.personOf('admin').call('GET', '/metrics')).body);
    figures = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
  });
  const alerts = () =>
    [...docs('monitoring/alerts.yml').matchAll(/alert: (\w+)\n +expr: (.+)[\s\S]*?runbook: docs\/(\S+)#(\S+)/g)].map(
      ([, name, expr, file, section]) => ({ name: name!, expr: expr!, file: file!, section: section! }),
    );

  it('figures tell of this program', () => {
    for (const figure of [
      /^http_request_duration_seconds_count\{method="GET",status="200",route="\/api\/session"\} [1-9]/m,
      /^event_append_seconds_count [1-9]/m,
      /^process_lag_events\{name="payment"\} \d+$/m,
      /^timers_overdue 0$/m,
      /^database_pool_connections\{state="idle"\} \d+$/m,
      /^account_tickets_free\{account="issuer"\} [1-9]/m,
      /^account_spare_xrp\{account="payoutEscrow"\} [1-9]/m,
      /^network_fee_drops 10$/m,
    ])
      expect([figure, figure.test(text)]).toEqual([figure, true]);
  });
  it('alerts and the dashboard ask for figures that exist', () => {
    const panels = JSON.parse(docs('monitoring/dashboard.json')).panels as { targets: { expr: string }[] }[];
    const asked = [
      ...alerts().map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(alerts().length).toBe(docs('monitoring/alerts.yml').match(/- alert: /g)!.length);
    const missing = asked.flatMap(namesIn).filter((name) => !NO_FIGURES.has(name) && !figures.has(name));
    expect(missing).toEqual([]);
  });
  it('the page names each figure of the program, and no other', () => {
    const own = [...figures].filter((name) => !/^(process_(?!lag)|nodejs_)/.test(name)).sort();
    const table = docs('monitoring.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const named = table.flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(named.sort()).toEqual(own);
    for (const line of table) expect(line).toMatch(/^\| [^|]+ \| [^|]*[a-z]{3}[^|]* \| [^|]*[a-z]{3}[^|]* \|$/);
  });
  it('no page names a figure that the program does not have', () => {
    const pages = execFileSync('git', ['ls-files', 'docs/*.md'], { encoding: 'utf8' }).split('\n').filter(Boolean);
    const unknown = pages.flatMap((page) =>
      [...docs(page.replace('docs/', '')).matchAll(/`([a-z]+(?:_[a-z]+)+)[`{]/g)]
        .map(([, name]) => name!)
        .filter((name) => FIGURE.test(name) && !figures.has(name.replace(/_(bucket|count|sum)$/, '')))
        .map((name) => `${page}: ${name}`),
    );
    expect(pages).toContain('docs/runbooks/ledger.md');
    expect(unknown).toEqual([]);
  });
  it('each alert has its section in a runbook and figures that make it fire', () => {
    for (const { name, file, section } of alerts()) {
      const sections = [...docs(file).matchAll(/^## (.+)$/gm)].map(([, head]) => head!);
      expect([name, sections]).toEqual([name, expect.arrayContaining([name])]);
      expect(section).toBe(name.toLowerCase());
      expect(docs('monitoring/alerts.test.yml')).toContain(`- name: ${name}\n`);
    }
  });
  it('a test causes each alert by its reason', () => {
    const suites = execFileSync('git', ['grep', '--untracked', '-l', 'alert-rules.js', '--', '*.spec.ts'], {
      encoding: 'utf8',
    });
    const caused = suites
      .split('\n')
      .filter(Boolean)
      .flatMap((suite) => testsOf(suite, readFileSync(suite, 'utf8')))
      .flatMap(({ title, says }) =>
        title
          .split(':')[0]!
          .split(', ')
          .filter((name) => says.includes(`'${name}'`)),
      );
    for (const { name } of alerts()) expect(caused).toContain(name);
  });
  it('the rules are what Prometheus takes, and fire as they should', () => {
    const folder = fileURLToPath(new URL('../docs/monitoring', import.meta.url));
    const { error, status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    // In Debian's package prometheus; not needed on a laptop.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return;
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

describe('npm run doctor', () => {
  it('finds a right set-up right, says what it costs, and changes nothing', async () => {
    const { code, said } = await doctor();
    expect([code, said]).toEqual([0, expect.stringContaining('The program can be started.')]);
    expect(said).not.toContain('FAIL');
    expect(said).toMatch(/XRP needed +115\.4 in all/);
    const { issuer, payoutEscrow, feeWallet } = program.runtime.accounts;
    for (const address of [issuer, payoutEscrow, feeWallet])
      expect(said).toMatch(
        new RegExp(`warn.*${address} names localhost:\\d+ on the ledger, PUBLIC_URL says example.org`),
      );
    for (const secret of [right.XAMAN_API_SECRET!, right.PERSONA_API_KEY!, right.MASTER_KEY!])
      expect(said).not.toContain(secret);
    expect(readdirSync(folder)).toEqual([]);
  });

  const absent = 'ws://127.0.0.1:9';
  it.each<[string, Record<string, string>, string]>([
    ['no master key', { MASTER_KEY: '' }, 'MASTER_KEY must be 32 bytes'],
    ['a master key of another length', { MASTER_KEY: 'abcd' }, 'MASTER_KEY must be 32 bytes'],
    ['a key file that does not exist', { MASTER_KEY: '', MASTER_KEY_FILE: '/nowhere/key' }, 'cannot be read'],
    ['an address that is none', { ADMIN_WALLETS: 'ada:rWrong' }, 'ADMIN_WALLETS: "ada:rWrong" is not'],
    ['nobody who may do anything', { ADMIN_WALLETS: '' }, 'no admins: name at least two people'],
    ['one person for two', { ADMIN_WALLETS: 'ada:rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe' }, 'only one person'],
    ['a database that is away', { DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x' }, 'nothing is listening there'],
    ['a database of that name that does not exist', { DATABASE_URL: 'elsewhere' }, 'does not exist'],
    ['a ledger node that is away', { XRPL_URL: absent }, 'Ledger 127.0.0.1:9'],
    ['one node of two that is away', { XRPL_URL: `+${absent}` }, 'Ledger 127.0.0.1:9'],
    ['another network', { XRPL_NETWORK: 'TESTNET' }, 'XRPL_NETWORK=TESTNET means 1'],
    [
      'an issuer of another network',
      { RLUSD_ISSUER: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De' },
      'RLUSD_ISSUER has no account',
    ],
    ['no issuer', { RLUSD_ISSUER: '' }, 'RLUSD_ISSUER is missing'],
    ['a wallet app that is away', { XAMAN_API_URL: 'http://127.0.0.1:19' }, 'Xaman'],
    [
      'a wrong key of the wallet app',
      { XAMAN_API_KEY: '11111111-0000-4000-8000-000000000000' },
      'refuses XAMAN_API_KEY',
    ],
    [
      'a wrong secret of the wallet app',
      { XAMAN_API_SECRET: '11111111-0000-4000-8000-000000000000' },
      'refuses XAMAN_API_KEY',
    ],
    [
      'a wrong key of the application for approvals',
      {
        XAMAN_APPROVALS_KEY: '11111111-0000-4000-8000-000000000000',
        XAMAN_APPROVALS_SECRET: '11111111-0000-4000-8000-000000000000',
      },
      'refuses XAMAN_APPROVALS_KEY',
    ],
    ['a wrong key of the provider', { PERSONA_API_KEY: 'wrong' }, 'Persona'],
    ['half of a provider', { PERSONA_TEMPLATE_ID: '' }, 'PERSONA_TEMPLATE_ID is missing'],
    ['a list that is away', { SANCTIONS_URL: 'http://127.0.0.1:19/list' }, 'Sanctions list'],
    [
      'a list file that does not exist',
      { SANCTIONS_URL: '', SANCTIONS_FILE: '/nowhere/list' },
      '/nowhere/list does not exist',
    ],
    ['an antivirus that is away', { ANTIVIRUS_URL: 'clamd://127.0.0.1:9' }, 'Antivirus'],
    ['a mail server that is away', { SMTP_URL: 'smtp://127.0.0.1:9' }, 'Mail'],
    ['a signer key that does not exist', { SIGNER_KEY_FILE: '/nowhere/key' }, 'SIGNER_KEY_FILE: /nowhere/key cannot'],
    ['a folder that is a file', { DATA_DIR: DOCTOR }, 'cannot be written'],
    [
      'the clear in production',
      { NODE_ENV: 'production', XRPL_URL: 'ws://ledger.example' },
      'XRPL_URL must begin with wss://',
    ],
  ])('names %s', async (_, settings, words) => {
    const given = { ...settings };
    if (given.DATABASE_URL === 'elsewhere') given.DATABASE_URL = right.DATABASE_URL!.replace(/[^/]+$/, 'elsewhere');
    if (given.XRPL_URL?.startsWith('+')) given.XRPL_URL = `${right.XRPL_URL},${given.XRPL_URL.slice(1)}`;
    const { code, said } = await doctor(given);
    expect([code, said]).toEqual([1, expect.stringContaining(words)]);
    expect(said).toContain('FAIL');
  });

  it('reads settings from a file, and the environment counts more', () => {
    const file = path.join(folder, '.env');
    writeFileSync(file, 'DOCTOR_GIVEN=from the file\nDOCTOR_MORE=from the file\n');
    const lib = fileURLToPath(new URL('../scripts/lib/env-file.mjs', import.meta.url));
    const code = `const { readEnvFile } = await import(${JSON.stringify(lib)});
      readEnvFile('/nowhere/.env'); readEnvFile(${JSON.stringify(file)});
      console.log(process.env.DOCTOR_GIVEN + '; ' + process.env.DOCTOR_MORE);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, DOCTOR_GIVEN: 'from outside' },
      encoding: 'utf8',
    });
    expect(said).toBe('from outside; from the file\n');
  });

  it('names a key that others may read, and somebody who is no antivirus', async () => {
    const file = path.join(folder, 'master.key');
    writeFileSync(file, KEY);
    chmodSync(file, 0o644);
    expect((await doctor({ MASTER_KEY: '', MASTER_KEY_FILE: file })).said).toContain(`chmod 600 ${file}`);
    const { server, port } = await listening('HTTP/1.1 400 Bad Request\r\n\r\n');
    const { said } = await doctor({ ANTIVIRUS_URL: `clamd://127.0.0.1:${port}` });
    server.close();
    expect(said).toContain('the service there is not clamd');
  });
});
