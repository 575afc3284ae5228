import { describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '#platform/config/config.js';
import { judgedDomains } from './accounts.js';
import { judged, type Facts } from './database.js';
import { reportOf, ok, failure } from './finding.js';
import { diskFinding, folderFindings, runtimeFindings } from './host.js';
import { costFinding, judgedNode, unbrokenLedgers, type NodeFacts } from './ledger.js';

const NOW = 1_795_000_000;
const CLAWBACK = '56B241D7A43D40354D02A9DC4C8DF5C7A1F930D92A9035C4E12291B3CA3E1C2B';
const node: NodeFacts = {
  networkId: 1,
  state: 'full',
  history: '1-200000',
  closed: NOW - 3,
  amendments: [CLAWBACK],
  issuer: true,
  reserves: { base: 1_000_000n, increment: 200_000n },
  fee: 10n,
};
const asked = { network: 'TESTNET', maxNetworkFeeDrops: 50_000n };
const database: Facts = {
  version: 170_002,
  encoding: 'UTF8',
  standby: false,
  read_only: false,
  may_create: true,
  superuser: false,
  fsync: 'on',
  synchronous: 'on',
  connections: 97,
  now: String(NOW * 1000),
};

describe('what the doctor says of a ledger node', () => {
  it('is fine where everything is', () => {
    expect(judgedNode('Ledger', node, asked, NOW)).toEqual([ok('Ledger', 'TESTNET, full, 200000 ledgers')]);
    // Nodes of the main network need not report its identifier.
    const main = judgedNode('Ledger', { ...node, networkId: undefined }, { ...asked, network: 'MAINNET' }, NOW);
    expect(main.map(({ level }) => level)).toEqual(['ok']);
  });
  it.each<[string, Partial<NodeFacts>, string]>([
    ['of another network', { networkId: 0 }, 'is on network 0, but XRPL_NETWORK=TESTNET means 1'],
    ['that is not in step', { state: 'syncing' }, 'not synchronized'],
    ['without a validated ledger', { closed: null }, 'no validated ledger'],
    ['that is behind', { closed: NOW - 120 }, 'behind'],
    ['ahead of our clock', { closed: NOW + 120 }, 'ahead of this machine’s clock'],
    ['without clawback', { amendments: [] }, 'lacks Clawback'],
    ['on which the issuer is nobody', { issuer: false }, 'RLUSD_ISSUER has no account'],
  ])('%s is wrong', (_, facts, words) => {
    expect(judgedNode('Ledger', { ...node, ...facts }, asked, NOW)).toEqual([
      { level: 'failure', subject: 'Ledger', words: expect.stringContaining(words) },
    ]);
  });
  it.each<[string, Partial<NodeFacts>, string]>([
    ['stands alone', { state: 'standalone', closed: NOW - 900 }, 'is standalone'],
    ['asks too much', { fee: 60_000n }, '60000 drops'],
    ['forgets soon', { history: '1-100,300-900' }, 'three days of history'],
    ['forgets everything', { history: 'empty' }, 'three days of history'],
  ])('that %s is told, and no hindrance', (_, facts, words) => {
    const [first, ...rest] = judgedNode('Ledger', { ...node, ...facts }, asked, NOW);
    expect(first!.level).toBe('ok');
    expect(rest).toEqual([{ level: 'warning', subject: 'Ledger', words: expect.stringContaining(words) }]);
  });
  it('counts what it has without a gap', () => {
    expect([unbrokenLedgers('5'), unbrokenLedgers('1-3,5-9'), unbrokenLedgers('empty')]).toEqual([1, 5, 0]);
  });
  it('adds up the XRP that the accounts need', () => {
    // 3 × (1 base + 5 for fees) + 0.2 × (240 + 6 + 241) objects = 115.4
    expect(costFinding({ base: 1_000_000n, increment: 200_000n }).words).toMatch(
      /^115\.4 in all.*issuer 54.*fee wallet 7\.2.*54\.2/,
    );
  });
});

describe('what the doctor says of a database', () => {
  it('is fine where everything is', () => {
    expect(judged(database, 50, NOW * 1000)).toEqual([ok('Database', 'PostgreSQL 17')]);
  });
  it.each<[string, Partial<Facts>, string]>([
    ['too old', { version: 130_014 }, 'too old'],
    ['of another encoding', { encoding: 'SQL_ASCII' }, 'SQL_ASCII'],
    ['that is a standby', { standby: true }, 'it is read-only'],
    ['without the right to create', { may_create: false }, 'grant create'],
    ['that may forget', { fsync: 'off' }, 'power cut'],
    ['that confirms too early', { synchronous: 'off' }, 'power cut'],
    ['with too few connections', { connections: 20 }, '20 connections'],
    ['with another time', { now: String(NOW * 1000 + 60_000) }, 'clock'],
  ])('%s is wrong', (_, facts, words) => {
    expect(judged({ ...database, ...facts }, 50, NOW * 1000)).toEqual([
      { level: 'failure', subject: 'Database', words: expect.stringContaining(words) },
    ]);
  });
  it('whose user may do everything is told, and no hindrance', () => {
    expect(judged({ ...database, superuser: true }, 50, NOW * 1000).map(({ level }) => level)).toEqual([
      'ok',
      'warning',
    ]);
  });
});

describe('what the doctor says of this machine', () => {
  it('names a Node that is too old, and a disk that is full', () => {
    const of = (version: string) => runtimeFindings(version)[0]!.level;
    expect([of('18.20.0'), of('20.18.9'), of('20.19.0'), of('22.1.0')]).toEqual(['failure', 'failure', 'ok', 'ok']);
    const disk = (gib: number) => diskFinding(gib * 1024 ** 3).level;
    expect([disk(0.5), disk(5), disk(50)]).toEqual(['failure', 'warning', 'ok']);
  });
  it('says last what needs somebody', () => {
    expect(reportOf([failure('A', 'is away'), ok('Long', 'is there')])).toBe(
      '[ ok ] Long  is there\n[FAIL] A     is away',
    );
  });
});

describe('what the doctor says of folders', () => {
  it('makes none: whoever asks it may be another than whoever runs the program', () => {
    const there = mkdtempSync(path.join(os.tmpdir(), 'tknest-doctor-'));
    try {
      const dataDir = path.join(there, 'not', 'yet');
      writeFileSync(path.join(there, 'file'), '');
      const checkpointDir = path.join(there, 'file', 'below');
      const config = { dataDir, checkpointDir, tombstones: {}, masterKeyFile: null, signerKeyFile: null };
      const levels = folderFindings(config as unknown as Config).map(({ subject, level }) => [subject, level]);
      expect(levels.slice(0, 2)).toEqual([
        ['DATA_DIR', 'ok'],
        ['CHECKPOINT_DIR', 'failure'],
      ]);
      expect(existsSync(path.join(there, 'not'))).toBe(false);
    } finally {
      rmSync(there, { recursive: true });
    }
  });
});

describe('what the doctor says of the platform’s accounts', () => {
  it('is fine where each names the public host', () =>
    expect(judgedDomains(new Map([['rIssuer', 'tknest.example']]), 'tknest.example')).toEqual([
      ok('Accounts', 'name tknest.example on the ledger'),
    ]));
  it.each([
    ['another host', 'old.example', 'names old.example'],
    ['none', '', 'names no host'],
  ])('names each account that names %s', (_, domain, words) => {
    const domains = new Map([
      ['rIssuer', 'tknest.example'],
      ['rEscrow', domain],
    ]);
    expect(judgedDomains(domains, 'tknest.example')).toEqual([
      {
        level: 'warning',
        subject: 'Accounts',
        words: expect.stringContaining(`rEscrow ${words} on the ledger, PUBLIC_URL says tknest.example`),
      },
    ]);
  });
});
