import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MarketPropertyView, MarketQuery } from '@tknest/contracts/api';
import type { ListingEvent } from '@tknest/contracts/events';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { sampleListing } from '#test/support/listed.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { cursorOf } from '#platform/http/paging.js';
import type { Projection } from '#platform/projections/projection.js';
import { Property } from '../../read-models/property/property.entity.js';
import { propertyProjection } from '../../read-models/property/property.projection.js';
import { groupRows, ShowMarket, ShowMarketHandler } from './show-market.query.js';

let database: TestDatabase;
let db: DataSource;
let handler: ShowMarketHandler;

beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [Property]).initialize();
  handler = new ShowMarketHandler(db);
  await told(
    sampleListing(1, { name: 'Sample Court', monthlyRate: '6.5', tokenTermMonths: 42 }),
    sampleListing(2, {
      name: 'Demo Lofts',
      monthlyRate: '11',
      tokenPrice: '50',
      address: '1 Test Lane, Chicago, IL 60601',
    }),
    sampleListing(3, { name: 'Mill House', monthlyRate: '6.5', tokenPrice: '250', fundingPurpose: '100% new_roof' }),
    sampleListing(4, { name: 'Hidden House' }),
    sampleListing(5, { name: 'Ended House', monthlyRate: '12' }),
    sampleListing(6, { name: 'Paused House', monthlyRate: '3' }),
    { type: 'ListingHidden', data: { propertyId: 4, reason: 'Fraud' } },
    { type: 'ListingClosed', data: { propertyId: 5, tokensSold: 0 } },
    { type: 'SalePaused', data: { propertyId: 6, by: 'check', reason: 'The platform is checking this listing' } },
  );
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const told = (...events: unknown[]) =>
  db.transaction((tx) =>
    (propertyProjection as Projection).apply(
      (events as ListingEvent[]).map((event) => ({ ...event, at: '2026-11-22T08:00:00Z' }) as unknown as RecordedEvent),
      tx,
    ),
  );
const page = (asked: MarketQuery = {}) => handler.execute(new ShowMarket(asked));
const ids = async (asked: MarketQuery = {}) => (await page(asked)).rows.map(({ id }) => id);

describe('the marketplace for everybody', () => {
  it('has no hidden listing, and ended sales last', async () => {
    expect(await ids()).toEqual([6, 3, 2, 1, 5]);
    expect(await ids({ ids: '4' })).toEqual([]);
    expect(await ids({ search: 'hidden' })).toEqual([]);
  });
  it('names neither street, wallet, contract nor why a sale is paused', async () => {
    const { rows } = await page();
    expect(JSON.stringify(rows)).not.toMatch(/Avenue|Lane|rOwner|check|reason/i);
    const fields: (keyof MarketPropertyView)[] = [
      'id',
      'name',
      'city',
      'propertyType',
      'monthlyRent',
      'tokenCount',
      'tokenPrice',
      'fundingGoal',
      'fundingPurpose',
      'tokenTermMonths',
      'monthlyRate',
      'monthlyPayoutPerToken',
      'tokensSold',
      'tokensAvailable',
      'status',
      'paused',
      'annualYield',
    ];
    expect(Object.keys(rows[0]!).sort()).toEqual([...fields].sort());
    expect(rows[0]).toMatchObject({ id: 6, city: 'Springfield, IL', paused: true, tokensAvailable: 0 });
  });
  it.each([
    ['newest', [6, 3, 2, 1, 5]],
    ['apr', [2, 3, 1, 6, 5]],
    ['price', [2, 1, 6, 3, 5]],
    ['term', [2, 3, 6, 1, 5]],
  ] as const)('is ordered by %s, page by page as in one', async (sort, all) => {
    expect(await ids({ sort })).toEqual(all);
    const read: number[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 9; pages++) {
      const { rows, next } = await page({ sort, limit: '1', ...(cursor && { cursor }) });
      read.push(...rows.map(({ id }) => id));
      if (next === null) break;
      cursor = cursorOf(next);
    }
    expect(read).toEqual(all);
  });
  it.each([
    ['lofts', [2]],
    ['chicago', [2]],
    ['new_roof', [3]],
    ['100%', [3]],
    ['example avenue', []],
    ['62701', []],
    ['%', [3]],
  ])('finds %s by name, city and purpose, never by the street', async (search, found) =>
    expect(await ids({ search })).toEqual(found),
  );
  it('leaves out what cannot be bought, and names single ones', async () => {
    expect(await ids({ available: 'true' })).toEqual([3, 2, 1]);
    expect(await ids({ ids: '1,5,4,77' })).toEqual([1, 5]);
  });
  it('refuses a cursor of another list', async () => {
    for (const place of ['2|1|1', '0|1', 12, '0|1;select|1'])
      await expect(page({ cursor: cursorOf(place) })).rejects.toThrow('cursor');
  });
});

describe('of fifty thousand properties', () => {
  it('a page in the middle is found by an index, in every order and by a word', async () => {
    await db.query(`insert into properties (id, owner, name, address, city, property_type, monthly_rent, funding_goal, funding_purpose,
        term_months, monthly_rate, token_price, token_count, payout_per_token, redemption_clause, tokens_sold,
        tokens_reserved, status, created_at)
      select 100 + n, owner, 'House ' || n, address, city, property_type,
        monthly_rent, funding_goal, funding_purpose, 6 + n % 54, 3 + (n % 90) / 10.0, 1 + n % 1000, token_count,
        payout_per_token, redemption_clause, 0, 0, case when n % 2 = 0 then 'open' else 'closed' end, created_at
      from properties, generate_series(1, 50000) n where id = 1`);
    await db.query('analyze properties');
    const asked: MarketQuery[] = [
      { sort: 'newest', cursor: cursorOf('0|25000|25000') },
      { sort: 'apr', cursor: cursorOf('0|6.5|25000') },
      { sort: 'price', cursor: cursorOf('0|500|25000') },
      { sort: 'term', cursor: cursorOf('0|30|25000') },
      { search: 'House 4321' },
    ];
    for (const query of asked) {
      const plan = await db.query(...explained(groupRows(db, query, 0).limit(25)));
      expect([query, JSON.stringify(plan)]).toEqual([
        query,
        expect.not.stringMatching(query.search ? /Seq Scan/ : /Seq Scan|"\s*Sort/),
      ]);
    }
  });
});

const explained = (rows: SelectQueryBuilder<Property>): [string, unknown[]] => {
  const [sql, parameters] = rows.getQueryAndParameters();
  return [`explain ${sql}`, parameters];
};
