import { afterAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from './config.js';
import { isRandom } from './master-key.js';
import { walletsOfPerson } from './persons.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const keyFile = (text: string) => {
  const file = path.join(folder, String(text.length));
  writeFileSync(file, text);
  return file;
};
const HEX = '8f3a1c5be0d74926b1f85d03ca9e7742603d1fe8a57b9c24d6183f0be5724a9d';
const sandbox = {
  SANDBOX: '1',
  SANDBOX_URL: 'http://localhost:1',
  DATABASE_URL: 'postgres://localhost/tknest',
  XRPL_URL: 'ws://localhost:1/ledger',
  XAMAN_API_URL: 'http://localhost:1/xaman',
  XAMAN_API_KEY: '00000000-0000-4000-8000-000000000001',
  XAMAN_API_SECRET: '00000000-0000-4000-8000-000000000002',
  RLUSD_ISSUER: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  MASTER_KEY: HEX,
};
const production = {
  ...sandbox,
  SANDBOX: undefined,
  NODE_ENV: 'production',
  XRPL_URL: 'wss://example.com',
  XAMAN_API_URL: 'https://xumm.app',
};

describe('MASTER_KEY_FILE', () => {
  it('holds the key, where production too', () => {
    for (const text of [HEX, `${HEX}\n`, Buffer.from(HEX, 'hex').toString('base64')])
      expect(
        readConfig({ ...production, MASTER_KEY: undefined, MASTER_KEY_FILE: keyFile(text) }).masterKey.toString('hex'),
      ).toBe(HEX);
  });
  it.each([
    [
      'is not there',
      { MASTER_KEY: undefined, MASTER_KEY_FILE: '/nowhere' },
      /MASTER_KEY_FILE: \/nowhere cannot be read/,
    ],
    ['holds no key', { MASTER_KEY: undefined, MASTER_KEY_FILE: keyFile('short') }, /MASTER_KEY_FILE must be 32 bytes/],
    ['stands beside MASTER_KEY', { MASTER_KEY_FILE: keyFile(HEX) }, /not both/],
    ['and MASTER_KEY are missing', { MASTER_KEY: undefined }, /MASTER_KEY must be 32 bytes/],
  ])('%s: the program does not start', (_, settings, message) =>
    expect(() => readConfig({ ...production, ...settings })).toThrow(message),
  );
});

describe('an empty variable', () => {
  it('counts as not set: the default applies', () => {
    const empty = { DATA_DIR: '', SANCTIONS_URL: '', FRED_API_URL: '', RATE_LIMITS: '', PORT: '' };
    const { dataDir, sanctions, fred, rateLimits, port } = readConfig({ ...production, ...empty });
    expect({ dataDir, source: sanctions.source, fred: fred.url, rateLimits, port }).toEqual({
      dataDir: '.data',
      source: { url: expect.stringContaining('https://sanctionslistservice.ofac.treas.gov/') },
      fred: 'https://api.stlouisfed.org/fred',
      rateLimits: true,
      port: 3000,
    });
  });
  it('is missing where there is no default', () =>
    expect(() => readConfig({ ...sandbox, DATABASE_URL: '' })).toThrow(/DATABASE_URL is missing/));
  it('turns the gate off where it is DEMO_ACCESS_CODE', () =>
    expect(readConfig({ ...sandbox, DEMO_ACCESS_CODE: '' }).accessCode).toBe(''));
});

describe('TRUSTED_PROXIES', () => {
  it('is nobody where nothing is said', () => expect(readConfig(sandbox).trustedProxies).toEqual([]));
  it('is a list of addresses and networks', () =>
    expect(readConfig({ ...sandbox, TRUSTED_PROXIES: '10.0.0.7, 172.16.0.0/12,::1' }).trustedProxies).toEqual([
      '10.0.0.7',
      '172.16.0.0/12',
      '::1',
    ]));
  it.each(['loopback', '10.0.0.0/33', '10.0.0', '10.0.0.1/8/8', '10.0.0.1/x'])('%s is none of them', (one) =>
    expect(() => readConfig({ ...sandbox, TRUSTED_PROXIES: one })).toThrow(/TRUSTED_PROXIES/),
  );
});

describe('PRIVATE_WALLETS', () => {
  const [one, two] = ['rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe'];
  it('are their person’s, and give no role', () => {
    const { persons, adminWallets } = readConfig({
      ...production,
      ADMIN_WALLETS: `ada:${one}`,
      PRIVATE_WALLETS: `ada:${two}`,
    });
    expect([walletsOfPerson(persons, two), [...adminWallets]]).toEqual([[two, one], [one]]);
    expect(() => readConfig({ ...production, PRIVATE_WALLETS: two })).toThrow(/PRIVATE_WALLETS: say whose/);
  });
});

describe('OFFICE_KEYS', () => {
  const [wallet, key] = ['rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'];
  const named = { ADMIN_WALLETS: `ada:${wallet}` };
  it('names the only key of a wallet of the office; without it, that is the master key', () => {
    expect(readConfig({ ...sandbox, ...named }).officeKeys).toEqual(new Map([[wallet, wallet]]));
    const given = { ...named, OFFICE_KEYS: `${wallet}:${key}` };
    expect(readConfig({ ...sandbox, ...given }).officeKeys).toEqual(new Map([[wallet, key]]));
  });
  it('is refused for any other wallet, and for what is no key', () => {
    expect(() => readConfig({ ...sandbox, OFFICE_KEYS: `${wallet}:${key}` })).toThrow(/not a wallet of the office/);
    expect(() => readConfig({ ...sandbox, ...named, OFFICE_KEYS: wallet })).toThrow(/"wallet:key"/);
  });
});

describe('links to other hosts', () => {
  const far = { DATABASE_URL: 'postgres://u:p@db.example/tknest' };
  it('in production the databases are reached over TLS', () => {
    expect(() => readConfig({ ...production, ...far })).toThrow(/DATABASE_URL leads to another host without TLS/);
    expect(() => readConfig({ ...production, TOMBSTONES_URL: 'postgres://u:p@other.example/t' })).toThrow(
      /TOMBSTONES_URL leads to another host without TLS/,
    );
    const over = `${far.DATABASE_URL}?sslmode=verify-full`;
    expect(readConfig({ ...production, DATABASE_URL: over }).databaseUrl).toBe(over);
    expect(readConfig({ ...sandbox, ...far }).databaseUrl).toBe(far.DATABASE_URL);
  });
  it.each([
    [{ FRED_API_URL: 'http://rates.example' }, /FRED_API_URL must begin with https:/],
    [{ CENSUS_API_URL: 'http://addresses.example' }, /CENSUS_API_URL must begin with https:/],
    [{ SANCTIONS_URL: 'http://lists.example' }, /SANCTIONS_URL must begin with https:/],
    [{ XRPL_URL: 'wss://one.example,ws://two.example' }, /XRPL_URL must begin with wss:/],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /no certificate would be checked/],
    [{ EVENTSTORE_URL: 'esdb://u:p@log.example:2113?tlsVerifyCert=false' }, /check of certificates/],
    [{ EVENTSTORE_URL: 'esdb://u:p@log.example:2113?tls=true&TLS=false' }, /each option once/],
    [{ TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }, /0\.0\.0\.0\/0 is not a network of proxies/],
    [{ TRUSTED_PROXIES: '::/0' }, /every visitor could state any address/],
    [{ MASTER_KEY: '00'.repeat(32) }, /MASTER_KEY is not random/],
    [{ MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => n + 200)).toString('hex') }, /is not random/],
    [{ MASTER_KEY: Buffer.from('correct horse battery staple, 32').toString('base64') }, /is not random/],
  ])('in production the start is refused with %j', (settings, message) => {
    expect(() => readConfig({ ...production, ...settings })).toThrow(message);
  });
  it('a random key is one', () => {
    for (let n = 0; n < 1_000; n++) expect(isRandom(randomBytes(32))).toBe(true);
  });
  it('documents never go to another host in the clear', () =>
    expect(() => readConfig({ ...sandbox, ANTIVIRUS_URL: 'clamd://scan.example:3310' })).toThrow(
      /ANTIVIRUS_URL must be/,
    ));
});

describe('FRESH_SIGNATURE', () => {
  it('is asked for outside the sandbox, always; in the sandbox where it is switched on', () => {
    expect(readConfig(production).freshSignature).toBe(true);
    expect(() => readConfig({ ...production, FRESH_SIGNATURE: 'off' })).toThrow(/sandbox only/);
    expect(readConfig(sandbox).freshSignature).toBe(false);
    expect(readConfig({ ...sandbox, FRESH_SIGNATURE: 'on' }).freshSignature).toBe(true);
  });
});

describe('SANDBOX=1', () => {
  it('is refused beside a real ledger, whatever else is set', () => {
    const beside = (settings: NodeJS.ProcessEnv) => () => readConfig({ ...sandbox, ...settings });
    const refused = /SANDBOX=1 is refused with a real ledger/;
    expect(beside({ XRPL_URL: 'wss://xrplcluster.com' })).toThrow(refused);
    expect(beside({ XRPL_URL: `${sandbox.XRPL_URL},wss://xrplcluster.com`, RATE_LIMITS: 'off' })).toThrow(refused);
    expect(beside({ SANDBOX_URL: undefined })).toThrow(refused);
    expect(beside({ XRPL_URL: 'ws://localhost:6006', SANDBOX_LEDGER_URL: 'ws://localhost:6006' })).not.toThrow();
  });
});

describe('KYC_POLICY', () => {
  const providers = {
    SANDBOX_URL: 'http://localhost:1',
    PERSONA_API_URL: 'http://localhost:1/persona/api/v1',
    PERSONA_API_KEY: 'k',
    PERSONA_WEBHOOK_SECRET: 'old, new',
    PERSONA_TEMPLATE_ID: 'itmpl',
    SUMSUB_API_URL: 'http://localhost:1/sumsub',
    SUMSUB_APP_TOKEN: 'sbx:t',
    SUMSUB_SECRET_KEY: 's',
    SUMSUB_WEBHOOK_SECRET: 'w',
    SUMSUB_LEVEL_NAME: 'basic',
  };
  it('is auto where ledger and providers are the sandbox’s, and review elsewhere', () => {
    expect(readConfig({ ...sandbox, ...providers }).kycPolicy).toBe('auto');
    expect(readConfig({ ...sandbox, ...providers, KYC_POLICY: 'review' }).kycPolicy).toBe('review');
    expect(readConfig(production).kycPolicy).toBe('review');
  });
  it('a tenth of the clean applications waits for an officer, none beside the sandbox', () => {
    const share = (env: NodeJS.ProcessEnv) => readConfig(env).kycReviewShare;
    expect([share({ ...sandbox, ...providers }), share(production)]).toEqual([0, 10]);
    expect(share({ ...production, KYC_REVIEW_SHARE: '25' })).toBe(25);
    expect(() => share({ ...production, KYC_REVIEW_SHARE: '101' })).toThrow(/KYC_REVIEW_SHARE/);
  });
  it('review takes one social security number for one person; the sandbox’s invented people share theirs', () => {
    const identifies = (env: NodeJS.ProcessEnv) => readConfig(env).numbersIdentify;
    expect(identifies({ ...sandbox, ...providers })).toBe(false);
    expect(identifies({ ...sandbox, ...providers, KYC_POLICY: 'review' })).toBe(true);
    expect(identifies(production)).toBe(true);
  });
  it.each([
    ['a real ledger', { SANDBOX: undefined, XRPL_URL: 'wss://xrplcluster.com' }],
    ['a real Persona', { PERSONA_API_URL: 'https://api.withpersona.com/api/v1' }],
    ['a real Sumsub', { SUMSUB_API_URL: 'https://api.sumsub.com' }],
    ['no Persona', { PERSONA_API_KEY: '', PERSONA_WEBHOOK_SECRET: '', PERSONA_TEMPLATE_ID: '' }],
    ['no sandbox', { SANDBOX: undefined }],
  ])('auto is refused with %s', (_, settings) => {
    const env = { ...sandbox, ...providers, ...settings };
    expect(() => readConfig({ ...env, CALENDAR_FROM: '2026-13-45' })).toThrow(/CALENDAR_FROM must be a day/);
    expect(() => readConfig({ ...env, KYC_POLICY: 'auto' })).toThrow(/KYC_POLICY=auto is for the sandbox only/);
    expect(readConfig(env).kycPolicy).toBe('review');
  });
  it('a provider that is half set up is named, and so is a sandbox’s token in production', () => {
    expect(() => readConfig({ ...production, PERSONA_API_KEY: 'k' })).toThrow(/PERSONA_WEBHOOK_SECRET is missing/);
    const urls = { PERSONA_API_URL: '', SUMSUB_API_URL: 'https://api.sumsub.com' };
    expect(() => readConfig({ ...production, ...providers, ...urls })).toThrow(/token of Sumsub’s sandbox/);
    expect(readConfig({ ...sandbox, ...providers }).persona?.webhookSecrets).toEqual(['old', 'new']);
  });
});

it('XRPL_URL takes several addresses, each of the right kind', () => {
  const urls = (XRPL_URL: string) => readConfig({ ...production, XRPL_URL }).xrpl.urls;
  expect(urls('wss://one.example')).toEqual(['wss://one.example']);
  expect(urls('wss://one.example/, wss://two.example:51233')).toEqual(['wss://one.example', 'wss://two.example:51233']);
  expect(() => urls('wss://one.example,http://two.example')).toThrow(/XRPL_URL must begin with ws:/);
});

describe('TOMBSTONES_URL', () => {
  const read = (TOMBSTONES_URL: string | undefined) =>
    readConfig({ ...sandbox, DATA_DIR: '/data', TOMBSTONES_URL }).tombstones;
  it('is DATA_DIR, a folder, or a database', () => {
    expect(read(undefined)).toEqual({ folder: '/data' });
    expect(read('file:///shared/erased')).toEqual({ folder: '/shared/erased' });
    expect(read('postgres://other/erased')).toEqual({ url: 'postgres://other/erased' });
  });
  it.each([
    ['/shared', 'must begin with postgres:// or file:///'],
    ['postgres://me@localhost/tknest', 'must not be the database of DATABASE_URL'],
  ])('is refused as %s', (given, why) => expect(() => read(given)).toThrow(why));
});

describe('two people', () => {
  const [one, two] = ['rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'];
  it('are asked for on every real ledger, and in the sandbox where it is said', () => {
    expect([readConfig(sandbox).fourEyes, readConfig(production).fourEyes]).toEqual([false, true]);
    expect(readConfig({ ...sandbox, FOUR_EYES: 'on' }).fourEyes).toBe(true);
    expect(() => readConfig({ ...production, FOUR_EYES: 'off' })).toThrow(/FOUR_EYES=off is for the sandbox only/);
  });
  it('are named beside their wallets; an address alone is a person of its own, in production refused', () => {
    const named = { ADMIN_WALLETS: `ada:${one}`, COMPLIANCE_WALLETS: `ada:${two}` };
    expect(readConfig({ ...production, ...named }).persons).toEqual(
      new Map([
        [one, 'ada'],
        [two, 'ada'],
      ]),
    );
    expect(readConfig({ ...sandbox, ADMIN_WALLETS: one }).persons).toEqual(new Map([[one, one]]));
    expect(() => readConfig({ ...production, ADMIN_WALLETS: one })).toThrow(/say whose r\w+ is/);
  });
  it('are the same everywhere: one wallet is not two people’s', () => {
    const named = { ADMIN_WALLETS: `ada:${one}`, COMPLIANCE_WALLETS: `ben:${one}` };
    expect(() => readConfig({ ...sandbox, ...named })).toThrow(/is named as ada's and as ben's/);
    expect(() => readConfig({ ...sandbox, ADMIN_WALLETS: 'ada:nobody' })).toThrow(
      /is not an XRPL address, or a person/,
    );
  });
});
