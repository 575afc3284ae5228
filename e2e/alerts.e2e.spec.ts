import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { holds } from '../backend/test/support/alert-rules.js';
import { until } from '../scripts/lib/platform-client.mjs';
import { Insider } from './support/insider.js';
import { sendPastThePlatform, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';

const LEDGER = { closeEveryMs: 100 };
/** Longer than a request may take. */
const LOCKED_MS = 2_700;

const program = new Program();
beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', LEDGER);
});
afterAll(() => program.remove());

const scrape = async () => (await fetch(`${program.runtime.url}/metrics`)).text();
/** Connects as the owner of the tables. */
async function withDatabase(work: (database: pg.Client) => Promise<unknown>): Promise<void> {
  const database = new pg.Client({ connectionString: program.runtime.database });
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const waiting = async (watcher: pg.Client) =>
  (await watcher.query("select from pg_stat_activity where query like '%properties%' and wait_event_type = 'Lock'"))
    .rowCount;
const marketplace = () => program.visitor().call('GET', '/api/properties');
const comes = (alert: string, expected = true) =>
  until(async () => holds(alert, await scrape()) === expected, Boolean, `${alert} being ${expected}`);

describe('alerts of the whole program, each by its cause', () => {
  it('RequestsFail: a table is missing', async () => {
    const first = await scrape();
    expect((await marketplace()).status).toBe(200);
    const before = await scrape();
    expect(holds('RequestsFail', before, first)).toBe(false);
    await withDatabase(async (database) => {
      await database.query('alter table read_models.properties rename to away');
      expect((await marketplace()).status).toBe(500);
      await database.query('alter table read_models.away rename to properties');
    });
    expect(holds('RequestsFail', await scrape(), before)).toBe(true);
  });

  it('RequestsSlow: a request waits for a lock', async () => {
    const first = await scrape();
    await marketplace();
    const before = await scrape();
    expect(holds('RequestsSlow', before, first)).toBe(false);
    await withDatabase(async (database) => {
      await database.query('begin; lock table read_models.properties in access exclusive mode');
      const asked = marketplace();
      await withDatabase((watcher) => until(() => waiting(watcher), Boolean, 'the request at the lock'));
      await sleep(LOCKED_MS);
      await database.query('rollback');
      expect((await asked).status).toBe(200);
    });
    await until(async () => holds('RequestsSlow', await scrape(), before), Boolean, 'RequestsSlow');
  });

  it('LedgerStandsStill: no ledger closes', async () => {
    const first = await scrape();
    await until(
      async () => holds('LedgerStandsStill', await scrape(), first),
      (stands) => !stands,
      'the next ledger',
    );
    await program.sandbox.post('/control/ledger', { closeEveryMs: null });
    await sleep(500);
    const before = await scrape();
    await sleep(500);
    expect(holds('LedgerStandsStill', await scrape(), before)).toBe(true);
    await program.sandbox.post('/control/ledger', LEDGER);
  });

  it('BooksAndLedgerDiffer, CaseWaits, AccountShortOfXrp: the key of an account was used past the platform', async () => {
    for (const alert of ['BooksAndLedgerDiffer', 'CaseWaits', 'AccountShortOfXrp', 'AccountGateShut'])
      expect([alert, holds(alert, await scrape())]).toEqual([alert, false]);
    const spare = Number(/account_spare_xrp\{account="feeWallet"\} (\S+)/.exec(await scrape())![1]);
    const insider = new Insider(program);
    let owner: Awaited<ReturnType<Insider['ownerOf']>>;
    try {
      owner = await insider.ownerOf('feeWallet');
    } finally {
      await insider.close();
    }
    const drops = String(Math.round((spare - 2) * 1_000_000));
    const { address: to } = await program.newPerson();
    const hash = await sendPastThePlatform(program, owner, {
      TransactionType: 'Payment',
      Destination: to,
      Amount: drops,
    });
    expect((await untilValidated(program, hash)).meta.TransactionResult).toBe('tesSUCCESS');
    const admin = await program.personOf('admin').signIn('investor');
    await admin.post('/api/admin/reconciliation', { full: true });
    for (const alert of ['BooksAndLedgerDiffer', 'CaseWaits', 'AccountShortOfXrp']) await comes(alert);
  });

  it('AccountGateShut: after a start the ledger has a transaction that the log does not explain', async () => {
    await program.stop();
    await program.start();
    await comes('AccountGateShut');
    expect(await scrape()).toContain('account_gate_shut{account="feeWallet"} 1');
  });

  it('InstanceDown: the program has ended', async () => {
    expect(holds('InstanceDown', 'up{job="tknest"} 1')).toBe(false);
    await program.stop();
    // Prometheus records up = 0 for a scrape without an answer.
    const up = await scrape().then(
      () => 1,
      () => 0,
    );
    expect(holds('InstanceDown', `up{job="tknest"} ${up}`)).toBe(true);
  });
});
