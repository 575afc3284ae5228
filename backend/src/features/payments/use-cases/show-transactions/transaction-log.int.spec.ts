import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LISTING } from '@tknest/contracts/rules';
import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import { TransactionLog } from './transaction-log.js';
import { filterOf } from './transaction-query.js';
import { ExportTransactions, ExportTransactionsHandler } from './transactions.query.js';

/** Enough rows for a search to go beyond the newest ones and use each of its strategies. */
const ROWS = 12_000;
const NOW = new Date('2026-11-21T00:00:00Z');
const NEWEST = '9223372036854775807';

describe('a page of the transaction log', () => {
  let db: TestDatabase;
  let source: DataSource;
  let pages: TransactionLog;
  beforeAll(async () => {
    db = await freshDatabase();
    source = await createDataSource(db.url).initialize();
    pages = new TransactionLog(source);
    await source.query(fs.readFileSync(path.resolve('backend/bench/million-transactions.sql'), 'utf8'), [ROWS]);
    await source.query(
      String.raw`insert into transaction_texts select distinct text_key, type, lower(description || E'\n' || coalesce(property_name, '')) from transactions`,
    );
    await source.query('insert into transaction_wallets select distinct user_wallet from transactions');
    await source.query('analyze');
  });
  afterAll(async () => {
    await source?.destroy();
    await db?.drop();
  });

  /** The meaning of the filters, in the simplest possible SQL. */
  async function plainly(query: Record<string, string>, before: string, limit: number): Promise<string[]> {
    const { type, status, days, wallet, propertyId, search } = query;
    const since = days ? new Date(NOW.getTime() - Number(days) * 86_400_000).toISOString() : '';
    const rows: { id: string }[] = await source.query(
      `select id from transactions
       where seq < $1 and ($2 = '' or type = $2) and ($3 = '' or status = $3) and at >= $4 and ($5 = '' or user_wallet = $5) and ($6 = '' or property_id::text = $6)
         and exists (select from unnest(array[description, user_wallet, property_name, tx_hash]) part where position($7 in lower(part)) > 0)
       order by seq desc limit $8`,
      [before, type ?? '', status ?? '', since, wallet ?? '', propertyId ?? '', (search ?? '').toLowerCase(), limit],
    );
    return rows.map(({ id }) => id);
  }

  it('holds what the filters say, newest first, whichever way it was found', async () => {
    const sample: { user_wallet: string; property_id: number; property_name: string; tx_hash: string }[] =
      await source.query(
        'select * from transactions where property_id is not null and tx_hash is not null order by md5(id) limit 30',
      );
    const one = fc.constantFrom(...sample);
    const text = fc.oneof(
      fc.constantFrom(
        'purchase',
        'court',
        'Purchase of 7 tokens',
        'fee: purchase',
        'rent share of',
        'zz',
        'a',
        '%',
        '_',
        "o'brien",
        'nothing like it',
        'RLUSD payment',
      ),
      one.map(({ property_name }) => property_name),
      one.map(({ user_wallet }) => user_wallet.slice(3, 11)),
      // A text that begins in one column and ends in the next.
      one.map(({ property_name, user_wallet }) => `${property_name.slice(-4)} ${user_wallet.slice(0, 6)}`),
      one.map(({ user_wallet, tx_hash }) => `${user_wallet.slice(-6)} ${tx_hash.slice(0, 6)}`),
      one.map(({ tx_hash }) => tx_hash.slice(0, 8)),
      one.map(({ tx_hash }) => tx_hash.slice(20, 23).toLowerCase()),
    );
    const type = fc.constantFrom(
      'property_purchase',
      'monthly_payout',
      'principal_payback',
      'rlusd_payment',
      'platform_fee',
    );
    const many = fc.record(
      {
        type,
        status: fc.constantFrom('completed', 'pending', 'processing', 'failed'),
        days: fc.constantFrom('7', '30', '90', '365'),
        wallet: one.map(({ user_wallet }) => user_wallet),
        propertyId: one.map(({ property_id }) => String(property_id)),
        search: text,
      },
      { requiredKeys: ['search'] },
    );
    // Filters may leave so few rows that all are read: half of the queries leave enough for a search to need its other
    // strategies.
    const query = fc.oneof(many, fc.record({ type, search: text }, { requiredKeys: ['search'] }));
    const before = fc.oneof(fc.constant(NEWEST), fc.integer({ min: 1, max: ROWS * 20 }).map(String));
    await fc.assert(
      fc.asyncProperty(query, before, fc.integer({ min: 1, max: 60 }), async (filters, from, limit) => {
        const found = await pages.read(filterOf(filters, NOW), from, limit);
        expect(found.map(({ id }) => id)).toEqual(await plainly(filters, from, limit));
      }),
      { numRuns: 400 },
    );
  }, 120_000);

  it('finds a payment by its id, however it is written, within the other filters', async () => {
    const [row]: { id: string; payment_id: string; type: string }[] = await source.query(
      'select * from transactions order by md5(id) limit 1',
    );
    const found = async (query: Record<string, string>) =>
      (await pages.read(filterOf(query, NOW), NEWEST, 10)).map(({ id }) => id);
    expect(await found({ search: ` ${row!.payment_id.toUpperCase()} ` })).toEqual([row!.id]);
    expect(await found({ search: row!.payment_id, type: row!.type })).toEqual([row!.id]);
    expect(
      await found({ search: row!.payment_id, type: row!.type === 'platform_fee' ? 'monthly_payout' : 'platform_fee' }),
    ).toEqual([]);
    expect(await found({ search: row!.payment_id.slice(0, -1) })).toEqual([]);
  });

  it('leads through the whole log, each row once', async () => {
    const seen: string[] = [];
    for (let before = NEWEST; ;) {
      const rows = await pages.read(filterOf({ type: 'platform_fee', search: 'court' }, NOW), before, 100);
      seen.push(...rows.map(({ id }) => id));
      if (rows.length < 100) break;
      before = rows.at(-1)!.seq;
    }
    expect(seen).toEqual(await plainly({ type: 'platform_fee', search: 'court' }, NEWEST, ROWS));
    expect(new Set(seen).size).toBe(seen.length);
  }, 60_000);

  it('exports what a row shows: why a payment ended that moved nothing', async () => {
    const [{ id }] = await source.query('select id from transactions order by seq desc limit 1');
    await source.query("update transactions set status = 'failed', ending = 'cancelled' where id = $1", [id]);
    const clock = { now: () => NOW } as never;
    const file = await new ExportTransactionsHandler(clock, pages).execute(new ExportTransactions({}));
    let text = '';
    for await (const part of file) text += part;
    expect(text.split('\r\n')[1]).toMatch(/^cancelled,/);
    await source.query('update transactions set ending = null where id = $1', [id]);
  });

  it('has room in its index for the longest name of the widest letters', async () => {
    const name = '🏠'.repeat(LISTING.maxNameLength);
    await source.query(
      `insert into transactions (id, seq, payment_id, leg, status, type, description, user_wallet, counterparty, amount, currency, property_name, at, date, tx_hash)
       select 'long', max(seq) + 1, gen_random_uuid(), 'platform', 'completed', 'platform_fee', $1, $2, $2, 1, 'RLUSD', $3, '2026-11-21T00:00:00Z', '2026-11-21', $4 from transactions`,
      [`Platform fee: Purchase of 1000000 tokens of ${name}`, `r${'W'.repeat(34)}`, name, 'A'.repeat(64)],
    );
    const [found] = await pages.read(filterOf({ search: '🏠🏠🏠' }, NOW), NEWEST, 1);
    expect(found?.id).toBe('long');
    await source.query("delete from transactions where id = 'long'");
  });
});
