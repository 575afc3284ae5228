import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { createDataSource } from '../../../../platform/database/data-source.js';
import type { Session } from '../../../../platform/http/access.js';
import { Participations, viewOf } from '../show-participations/participation-query.js';
import { PortfolioController } from './portfolio.controller.js';

const MANY = 120;
const FROM_THE_START = '9223372036854775807';
const of = (wallet: string, role: Session['role'] = 'investor') => ({ wallet, role }) as Session;

describe('the purchases of one person', () => {
  let db: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    db = await freshDatabase();
    source = await createDataSource(db.url).initialize();
    await source.query("insert into property_names values (1, 'Sample Court', 'rOwner'), (2, 'Demo Lofts', 'rOwner')");
    await source.query(
      `insert into participations
       select gen_random_uuid(), n, 1 + n % 2, case n % 2 when 0 then 'Sample Court' else 'Demo Lofts' end, 'rBuyer', 1 + n % 2, 100, 2.5, 2.668461,
              'HASH' || n, 'ISSUED', case when n <= 20 then '2026-09-30T23:59:59.999Z' else '2026-11-02T00:00:00.000Z' end
       from generate_series(1, $1) n`,
      [MANY],
    );
    await source.query(
      "insert into participations values (gen_random_uuid(), 900, 1, 'Sample Court', 'rOwner', 3, 300, 7.5, 8, 'OWN', 'ISSUED', '2026-11-03T00:00:00.000Z')",
    );
  });
  afterAll(async () => {
    await source?.destroy();
    await db?.drop();
  });

  it('are added up over all of them, not over a page: 120 purchases', async () => {
    const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
    const portfolio = await new PortfolioController(source, clock as never).show(of('rBuyer'));
    expect(portfolio).toMatchObject({ purchases: MANY, tokens: 180, totalCost: 12_000, monthlyIncome: 320.21532 });
    expect(portfolio.holdings).toEqual([
      { propertyId: 2, name: 'Demo Lofts', tokens: 120 },
      { propertyId: 1, name: 'Sample Court', tokens: 60 },
    ]);
    expect(portfolio.months.map(({ month, income }) => `${month} ${income}`)).toEqual([
      '2026-04 0',
      '2026-05 0',
      '2026-06 0',
      '2026-07 0',
      '2026-08 0',
      '2026-09 53.36922',
      '2026-10 53.36922',
      '2026-11 320.21532',
    ]);
  });

  it('of somebody who has bought nothing are nought', async () => {
    const nobody = await new PortfolioController(source, { now: () => new Date() } as never).show(of('rNobody'));
    expect(nobody).toMatchObject({
      purchases: 0,
      tokens: 0,
      totalCost: 0,
      monthlyIncome: 0,
      properties: 0,
      holdings: [],
    });
  });

  it('a landlord is shown what others bought, and the own purchases where those are asked for', async () => {
    const participations = new Participations(source);
    const rows = async (mine: boolean) =>
      (await participations.page(of('rOwner', 'landlord'), { mine, search: '' }, FROM_THE_START, 200)).map(viewOf);
    expect(await rows(false)).toHaveLength(MANY + 1);
    expect((await rows(true)).map(({ txHash }) => txHash)).toEqual(['OWN']);
  });

  it('are found by a part of a name, a hash or a wallet, letters large or small; signs of a pattern are letters', async () => {
    const participations = new Participations(source);
    const count = async (search: string) =>
      (await participations.page(of('rBuyer'), { mine: true, search }, FROM_THE_START, 200)).length;
    expect([await count('demo'), await count('hash120'), await count('RBUYER'), await count('%')]).toEqual([
      60, 1, 120, 0,
    ]);
  });
});
