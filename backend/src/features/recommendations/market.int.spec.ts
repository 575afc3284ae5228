import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { Projection } from '#platform/projections/projection.js';
import type { InvestorProfiles } from '#features/identity/module.public.js';
import { MarketReader } from './market-reader.js';
import { MarketRows } from './market-rows.js';
import { recommend } from './matching/recommend.js';
import { MarketPerson, MarketPosition, MarketProperty } from './read-models/market/market.entities.js';
import { marketProjection } from './read-models/market/market.projection.js';
import { cursorOf } from '#platform/http/paging.js';
import { ShowMarket, ShowMarketHandler } from './use-cases/show-market/show-market.query.js';
import { ShowOwnFigures, ShowOwnFiguresHandler } from './use-cases/show-own-figures/show-own-figures.query.js';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [MarketProperty, MarketPerson, MarketPosition]).initialize();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});
let marketRows: MarketRows;
beforeEach(async () => {
  await db.query('truncate market_properties, market_people, market_positions');
  marketRows = new MarketRows(db);
});

let last = 0;
const event = (type: string, data: object, businessDate = '2026-01-01') =>
  ({ type, data, position: toPosition(++last), metadata: { businessDate } }) as unknown as RecordedEvent;
const listed = (propertyId: number, more: object = {}) =>
  event('ListingCreated', {
    propertyId,
    owner: 'rOwner',
    name: `House ${propertyId}`,
    address: '1 Example Street, Springfield, IL',
    monthlyRent: '2500',
    fundingGoal: '25000',
    fundingPurpose: 'New boiler',
    tokenTermMonths: 42,
    monthlyRate: '6.5',
    tokenPrice: '100',
    tokenCount: 250,
    monthlyPayoutPerToken: '2.668461',
    ...more,
  });
const bought = (propertyId: number, wallet: string, tokens: number, day = '2026-01-10', price = 100) => [
  event('TokensReserved', { propertyId, wallet, tokens }, day),
  event('TokensPurchased', { propertyId, wallet, tokens, cost: String(tokens * price) }, day),
];
const projection: Projection = marketProjection;
const apply = (events: RecordedEvent[], page = events.length) =>
  db.transaction(async (tx) => {
    for (let from = 0; from < events.length; from += page) await projection.apply(events.slice(from, from + page), tx);
  });
const market = async (limit?: string, cursor?: string) =>
  new ShowMarketHandler(db, marketRows).execute(new ShowMarket({ limit, cursor }));
const nobodyApplied = { of: () => Promise.resolve(null) } as unknown as InvestorProfiles;
const recommendedTo = async (wallet: string) => {
  const at = await new MarketReader(db, marketRows, nobodyApplied).standpointOf(wallet);
  return recommend(at.market, at.investor).map(({ propertyId }) => propertyId);
};
const rows = async () =>
  Promise.all(
    ['market_properties order by property_id', 'market_people order by wallet', 'market_positions order by 1, 2'].map(
      (table) => db.query(`select * from ${table}`),
    ),
  );

describe('the market', () => {
  it('has the document’s fields, all nought before anything happened', async () => {
    expect(await market()).toEqual({
      analysis: {
        overview: {
          totalProperties: 0,
          openProperties: 0,
          fundedProperties: 0,
          closedProperties: 0,
          averageFundingRate: 0,
          totalTransactionVolume: 0,
        },
        investmentTrends: { totalInvestors: 0, totalPurchases: 0, averageInvestmentSize: 0 },
        propertyPerformance: [],
      },
      next: null,
    });
    expect(await recommendedTo('rIda')).toEqual([]);
  });

  it('counts what is shown, adds up what was paid, and orders by what moved most', async () => {
    await apply([
      listed(1),
      listed(2),
      listed(3),
      listed(4),
      ...bought(2, 'rIda', 50),
      ...bought(2, 'rIda', 25),
      ...bought(1, 'rPaul', 5),
      ...bought(4, 'rPaul', 100),
      event('ListingClosed', { propertyId: 1 }),
      event('ListingHidden', { propertyId: 4 }),
    ]);
    const { analysis, next } = await market('2');
    expect(analysis.overview).toMatchObject({ totalProperties: 3, openProperties: 2, closedProperties: 1 });
    expect(analysis.overview).toMatchObject({ averageFundingRate: 10.7, totalTransactionVolume: 18_000 });
    expect(analysis.investmentTrends).toEqual({ totalInvestors: 2, totalPurchases: 4, averageInvestmentSize: 4500 });
    expect(analysis.propertyPerformance.map(({ id }) => id)).toEqual([2, 1]);
    expect(analysis.propertyPerformance[0]).toEqual({
      id: 2,
      name: 'House 2',
      tokenPrice: 100,
      monthlyRent: 2500,
      fundingRate: 30,
      expectedROI: 6.5,
      riskLevel: 'medium',
      tokensSold: 75,
      tokenCount: 250,
      status: 'open',
    });
    const rest = await market('2', cursorOf(next!));
    expect([rest.analysis.propertyPerformance.map(({ id }) => id), rest.next]).toEqual([[3], null]);
  });

  it('bears what no form would let through: no tokens, no rent, amounts beyond every number', async () => {
    await apply([
      listed(1, { tokenCount: 0, monthlyRent: '0' }),
      listed(2, { tokenPrice: '1000000000000000', monthlyRent: '0.01' }),
      ...bought(2, 'rIda', 250, '2026-01-10', 1e15),
    ]);
    const { analysis } = await market();
    expect(analysis.overview.totalTransactionVolume).toBe(2.5e17);
    expect(analysis.propertyPerformance.map(({ fundingRate }) => fundingRate)).toEqual([100, 0]);
    expect(await recommendedTo('rIda')).toEqual([]);
  });

  it('comes out the same however the log is cut into pages, also in a rebuild', async () => {
    const loan = [
      event('InstalmentFellDue', {
        propertyId: 1,
        dueDate: '2026-03-15',
        interest: '10',
        principal: '90',
        interestPaid: '0',
        principalPaid: '0.5',
      }),
      event('LoanInArrears', { propertyId: 1, dueDate: '2026-03-15' }),
      event('RepaymentAllocated', { propertyId: 1, parts: [{ dueDate: '2026-03-15', amount: '40.25' }] }),
      event('PayoutSettled', { propertyId: 1, wallet: 'rIda' }),
      event('PayoutSettled', { propertyId: null, wallet: 'rIda' }),
    ];
    const events = [
      listed(1),
      listed(2),
      ...bought(1, 'rIda', 5),
      ...bought(2, 'rIda', 3),
      ...bought(1, 'rPaul', 9),
      ...loan,
    ];
    await apply(events);
    const whole = await rows();
    await db.query('truncate market_properties, market_people, market_positions');
    await apply(events, 1);
    expect(await rows()).toEqual(whole);
    const [[property], [ida]] = whole;
    expect(property).toMatchObject({ late: 1, holders: 2, largest: 9, reserved: 0 });
    expect(property.unpaid).toEqual({ '2026-03-15': { amount: '59.25', late: true } });
    expect(ida).toMatchObject({ wallet: 'rIda', purchases: 2, rent_shares: 1, recent: ['300', '500'] });
  });

  it('arrears end with what pays them; who redeemed holds nothing', async () => {
    await apply([
      listed(1),
      ...bought(1, 'rIda', 5),
      ...bought(1, 'rPaul', 5),
      event('InstalmentFellDue', {
        propertyId: 1,
        dueDate: '2026-03-15',
        interest: '10',
        principal: '90',
        interestPaid: '0',
        principalPaid: '0',
      }),
      event('LoanInArrears', { propertyId: 1, dueDate: '2026-03-15' }),
    ]);
    const own = async () => (await new ShowOwnFiguresHandler(db).execute(new ShowOwnFigures('rOwner', {}))).rows[0]!;
    expect(await own()).toMatchObject({ riskLevel: 'high', holders: 2, sellingDays: 0, paymentShare: 26.7 });
    // A loan on what was really sold asks for less of the rent than a loan on the whole goal.
    await apply([event('LoanOpened', { propertyId: 1, monthlyPayment: '26.69' })]);
    expect(await own()).toMatchObject({ paymentShare: 1.1 });
    // 1.9488 %: not 1.95 first and then 2.0.
    await apply([event('LoanOpened', { propertyId: 1, monthlyPayment: '48.72' })]);
    expect(await own()).toMatchObject({ paymentShare: 1.9 });
    await apply([
      event('RepaymentAllocated', { propertyId: 1, parts: [{ dueDate: '2026-03-15', amount: '100' }] }),
      event('TokensRedeemed', { propertyId: 1, wallet: 'rIda', tokens: 5 }),
    ]);
    expect(await own()).toMatchObject({ riskLevel: 'medium', holders: 1 });
    expect((await market()).analysis.investmentTrends).toMatchObject({ totalInvestors: 1, totalPurchases: 2 });
  });

  it('is kept in memory, follows what changes, and is read anew once a rebuild took the table’s place', async () => {
    await apply([listed(1), listed(2), ...bought(1, 'rIda', 5), ...bought(2, 'rPaul', 5)]);
    expect(await recommendedTo('rIda')).toEqual([2, 1]);
    await apply([event('ListingHidden', { propertyId: 2 })]);
    expect(await recommendedTo('rIda')).toEqual([1]);
    await apply([event('ListingShown', { propertyId: 2 }), event('ListingClosed', { propertyId: 1 })]);
    expect(await recommendedTo('rIda')).toEqual([2]);
    await db.query(`create table read_models.mended (like market_properties including all);
      insert into read_models.mended select * from market_properties where property_id = 1;
      update read_models.mended set status = 'open';
      alter table market_properties rename to broken;
      alter table read_models.mended rename to market_properties`);
    expect(await recommendedTo('rIda')).toEqual([1]);
    await db.query('drop table market_properties; alter table broken rename to market_properties');
  });

  it('forgets whoever was erased, and keeps what was sold', async () => {
    await apply([listed(1), listed(2), ...bought(1, 'rIda', 5), ...bought(2, 'rPaul', 5)]);
    expect(await recommendedTo('rIda')).toEqual([2, 1]);
    await apply([
      event('TokensRedeemed', { propertyId: 1, wallet: 'rIda', tokens: 5 }),
      event('PersonErased', { wallet: 'rIda' }),
    ]);
    expect(await recommendedTo('rIda')).toEqual([]);
    expect(await db.query("select 1 from market_positions where wallet = 'rIda'")).toEqual([]);
    expect(await db.query("select 1 from market_people where wallet = 'rIda'")).toEqual([]);
    expect((await market()).analysis.overview.totalTransactionVolume).toBe(1000);
  });
});
