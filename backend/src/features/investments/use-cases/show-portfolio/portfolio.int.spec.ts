import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PositionView } from '@tknest/contracts/api';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { Session } from '#platform/sessions/session.js';
import { PositionReader } from '../../portfolio/position-reader.js';
import { Purchases, viewOf } from '../show-purchases/purchase-query.js';
import { ExportPurchases, ExportPurchasesHandler } from '../show-purchases/purchases.query.js';
import { openAccount } from '@tknest/contracts/money';
import type { Loan } from '#features/loans/rules.public.js';
import { directRun, noRun } from '#features/payouts/rules.public.js';
import { payoutsProjection } from '#features/payouts/read-models/payouts/payouts.projection.js';
import { toStored } from '#features/loans/read-models/loans/stored-state.js';
import {
  ExportPortfolio,
  ExportPortfolioHandler,
  ShowPortfolio,
  ShowPortfolioHandler,
} from './show-portfolio.query.js';

const MANY = 120;
const PAID = randomUUID();
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
      `insert into purchases
       select gen_random_uuid(), n, 1 + n % 2, case n % 2 when 0 then 'Sample Court' else 'Demo Lofts' end, 'rBuyer', 1 + n % 2, 100, 2.5, 2.668461,
              'HASH' || n, 'ISSUED', case when n <= 20 then '2026-09-30T23:59:59.999Z' else '2026-11-02T00:00:00.000Z' end,
              case when n <= 20 then '2026-09-30' else '2026-11-02' end
       from generate_series(1, $1) n`,
      [MANY],
    );
    await source.query(
      "insert into purchases values (gen_random_uuid(), 900, 1, 'Sample Court', 'rOwner', 3, 300, 7.5, 8, 'OWN', 'ISSUED', '2026-11-03T00:00:00.000Z', '2026-11-03')",
    );
    await source.query(
      `insert into purchases values
       (gen_random_uuid(), 901, 1, 'Sample Court', 'rEnded', 2, 200, 5, 4, 'E1', 'ISSUED', '2026-05-03T00:00:00.000Z', '2026-05-03', '2026-09-01T00:00:00.000Z'),
       (gen_random_uuid(), 902, 2, 'Demo Lofts', 'rEnded', 4, 400, 10, 8, 'E2', 'ISSUED', '2026-05-03T00:00:00.000Z', '2026-05-03', null)`,
    );
    await source.query(
      `insert into payout_lines values
       ('due-1', 'rBuyer', '0', 1, '2026-09-30', 5, 12.5, 'settled', 'P1', null, '2026-10-01T00:00:00.000Z'),
       ('due-2', 'rBuyer', '0', 1, '2026-11-01', 5, 0.000001, 'settled', 'P2', null, '2026-11-01T00:00:00.000Z'),
       ('due-3', 'rBuyer', '0', 1, '2026-11-02', 5, 3, 'unclaimed', null, 'no-line', '2026-11-02T00:00:00.000Z'),
       ('withdrawal-1', 'rBuyer', '0', 1, '2026-11-02', null, 9, 'settled', 'P3', null, '2026-11-02T00:00:00.000Z'),
       ('due-0', 'rEnded', '0', 1, '2025-12-02', 2, 40, 'settled', 'P4', null, '2025-12-02T00:00:00.000Z')`,
    );
  });
  let fees = 0;
  const feePaid = (paymentId: string, wallet: string, direction: 'in' | 'out', amount: number) =>
    source.query(
      `insert into movements (id, wallet, seq, settled_seq, at, date, type, direction, status, amount, payment_id)
       values ($1, $2, $3, $3, '2026-11-19', '2026-11-19', 'fee', $4, 'completed', $5, $6)`,
      [`fee-${++fees}`, wallet, 100 + fees, direction, amount, paymentId],
    );
  const shown = (wallet: string) =>
    new ShowPortfolioHandler(source, { today: async () => '2026-11-20' } as never, new PositionReader(source)).execute(
      new ShowPortfolio(wallet),
    );
  afterAll(async () => {
    await source?.destroy();
    await db?.drop();
  });

  it('are added up over all of them, not over a page: 120 purchases', async () => {
    const portfolio = await shown('rBuyer');
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
      '2026-09 12.5',
      '2026-10 0',
      '2026-11 0.000001',
    ]);
    expect(portfolio.returned).toBe(12.500001);
  });

  it('what could not be paid is one sum for each reason; of a check the holder learns only that there is one', async () => {
    await source.query(
      `insert into payout_lines values
       ('due-4', 'rRefuses', '0', 1, '2026-11-02', 5, 3.5, 'unclaimed', null, 'deposit-auth', '2026-11-02'),
       ('due-5', 'rRefuses', '0', 2, '2026-11-02', 5, 4, 'unclaimed', null, 'deposit-auth', '2026-11-02'),
       ('due-6', 'rRefuses', '0', 1, '2026-11-03', 5, 1, 'unclaimed', null, 'deposit-auth', '2026-11-03'),
       ('due-7', 'rRefuses', '0', 1, '2026-11-03', 5, 2, 'unclaimed', null, 'compliance', '2026-11-03'),
       ('due-8', 'rRefuses', '0', 9, '2026-11-03', 5, 2, 'unclaimed', null, 'held', '2026-11-03'),
       ('bulk-1', 'rRefuses', '0', null, '2026-11-03', null, 6, 'unclaimed', null, 'limit', '2026-11-03'),
       ('due-9', 'rRefuses', '0', 1, '2026-11-03', 5, 8, 'settled', 'P9', null, '2026-11-03')`,
    );
    expect((await shown('rRefuses')).unclaimed).toEqual([
      {
        reason: 'deposit-auth',
        todo: expect.stringContaining('Turn that off in your wallet app'),
        amount: 8.5,
        properties: ['Sample Court', 'Demo Lofts'],
      },
      { reason: 'limit', todo: expect.stringContaining('Raise the limit'), amount: 6, properties: [] },
      { reason: 'under-review', todo: null, amount: 4, properties: ['Sample Court', 'Property #9'] },
    ]);
  });

  it('of somebody who has bought nothing are nought', async () => {
    const nobody = await shown('rNobody');
    expect(nobody).toMatchObject({
      purchases: 0,
      tokens: 0,
      totalCost: 0,
      monthlyIncome: 0,
      properties: 0,
      holdings: [],
      returned: 0,
      unclaimed: [],
    });
  });

  it('whose tokens have ended are no holding and bring no income; what they cost and brought stays', async () => {
    const ended = await shown('rEnded');
    expect(ended).toMatchObject({ purchases: 2, tokens: 4, totalCost: 600, monthlyIncome: 8, returned: 40 });
    expect(ended.holdings).toEqual([{ propertyId: 2, name: 'Demo Lofts', tokens: 4 }]);
  });

  it('positions: what the log’s business days say, with the parts of each share, and the loan’s schedule', async () => {
    const account = openAccount({
      principal: 1_200_000_000n,
      annual: { num: 0n, den: 1n },
      months: 12,
      openedOn: '2026-10-20',
      firstDue: '2026-12-20',
    });
    const loan: Loan = {
      status: 'open',
      propertyId: 3,
      propertyName: '',
      owner: 'rOwner',
      principal: 1_200_000_000n,
      tokens: 12,
      annualRate: '0',
      termMonths: 0,
      openedOn: '2027-01-01',
      dueDay: 1,
      account,
      underWay: new Map(),
      fallen: [],
      claimed: [],
      prevented: [],
      totalPaid: 0n,
      history: [],
      redemption: null,
      paidOffOn: null,
    };
    await source.query(
      "insert into loans (property_id, owner, status, loan, collection) values (3, 'rOwner', 'open', $1, '{}')",
      [toStored(loan)],
    );
    await source.query(
      `insert into purchases values
       ('${PAID}', 950, 3, 'Specimen Yard', 'rHolder', 6, 600, 15, 52, 'H1', 'I1', '2026-11-19T00:00:00.000Z', '2025-11-20', null)`,
    );
    await source.query(
      `insert into payout_lines values
       ('due-9', 'rHolder', '0', 3, '2026-11-20', 6, 45, 'settled', 'P9', null, '2026-11-19T00:00:00.000Z')`,
    );
    await source.query(
      `insert into movements (id, wallet, seq, at, date, type, direction, status, interest, principal, run_id)
       values ('due-9~rHolder', 'rHolder', 1, '2026-11-19', '2026-11-19', 'rent_share', 'in', 'settled', 5, 40, 'due-9')`,
    );
    await feePaid(PAID, 'rHolder', 'out', 15);
    const { holdings, positions, coming, income, concentration, irr } = await shown('rHolder');
    expect(holdings).toEqual([
      {
        propertyId: 3,
        name: 'Specimen Yard',
        tokens: 6,
      },
    ]);
    // A Sunday, so it moves to the next business day.
    expect(coming[0]).toMatchObject({ propertyId: 3, day: '2026-12-21', behind: 0 });
    expect(positions).toEqual([
      {
        propertyId: 3,
        name: 'Specimen Yard',
        tokens: 6,
        cost: 615,
        valueAtPar: 600,
        outstanding: 560,
        received: 45,
        interest: 5,
        principal: 40,
        stillDue: 600,
        arrears: 0,
        // (45 + 560) / 615 over 365 days.
        irr: expect.closeTo(605 / 615 - 1, 9),
        expected: expect.any(Number),
        annualYield: 104,
        loanStatus: 'current',
      },
    ]);
    expect(irr).toBe(positions[0]!.irr);
    expect(concentration).toEqual([{ propertyId: 3, name: 'Specimen Yard', outstanding: 560, share: 1 }]);
    expect(income.filter(({ scheduled }) => scheduled > 0).map(({ month }) => month)).toHaveLength(12);
    expect(income.find(({ month }) => month === '2026-11')).toEqual({
      month: '2026-11',
      interest: 5,
      principal: 40,
      scheduled: 0,
    });
  });

  it('costs what fees were paid: one that was left unpaid cost nothing, one that was sent back neither', async () => {
    const [unpaid, twice] = [randomUUID(), randomUUID()];
    await source.query(
      `insert into purchases values
       ($1, 970, 5, 'Fee House', 'rUnpaid', 6, 600, 15, 52, 'H5', 'I5', '2026-11-19T00:00:00.000Z', '2025-11-20', null),
       ($2, 971, 5, 'Fee House', 'rTwice', 6, 600, 15, 52, 'H6', 'I6', '2026-11-19T00:00:00.000Z', '2025-11-20', null)`,
      [unpaid, twice],
    );
    for (const direction of ['out', 'out', 'in'] as const) await feePaid(twice, 'rTwice', direction, 15);
    const [{ cost, irr }] = (await shown('rUnpaid')).positions as [PositionView];
    expect([cost, irr]).toEqual([600, 0]);
    expect((await shown('rTwice')).positions[0]!.cost).toBe(615);
  });
  it('what a landlord paid the only holder directly was received like any other share', async () => {
    await source.query(
      `insert into purchases values
       (gen_random_uuid(), 960, 4, 'Model Row', 'rOnly', 6, 600, 15, 52, 'H2', 'I2', '2026-09-19T00:00:00.000Z', '2026-09-19', null)`,
    );
    const dates = { period: '2026-11-20' as const, date: '2026-11-20' as const, recordPosition: null };
    const amounts = { amount: 45_000_000n, fee: 0n };
    const order = { runId: 'payback-only', propertyId: 4, source: 'direct' as const, ...dates, ...amounts };
    const facts = directRun(order, { wallet: 'rOnly', hash: 'D1', ledgerIndex: 7 }, noRun);
    const recorded = facts.map((fact, n) => ({
      ...fact,
      position: String(n + 1),
      at: '2026-11-20T00:00:00.000Z',
      metadata: { businessDate: '2026-11-20' },
    }));
    await source.transaction((tx) => payoutsProjection.apply(recorded as never, tx));
    const { positions, returned, months } = await shown('rOnly');
    expect(positions).toMatchObject([{ propertyId: 4, received: 45 }]);
    expect([returned, months.at(-1)!.income]).toEqual([45, 45]);
  });
  it('positions as CSV, one a row', async () => {
    const handler = new ExportPortfolioHandler(
      { today: async () => '2026-11-20' } as never,
      new PositionReader(source),
    );
    const lines = [];
    for await (const text of await handler.execute(new ExportPortfolio('rHolder'))) lines.push(text.trimEnd());
    expect(lines[0]).toMatch(/^\uFEFFProperty,Tokens,Cost with fees/);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^Specimen Yard,6,615,600,560,45,5,40,600,0,-1\.63,-?\d+\.\d\d,104\.00,current$/),
    ]);
  });

  it('purchases as CSV, as the page shows them: what was redeemed earns nothing any more', async () => {
    const parts = await new ExportPurchasesHandler(new Purchases(source)).execute(
      new ExportPurchases(of('rEnded'), { mine: 'true' }),
    );
    let text = '';
    for await (const part of parts) text += part;
    expect(text.split('\r\n')).toEqual([
      '\uFEFFProperty,Tokens,Cost (RLUSD),Monthly Rent Income (RLUSD),Date,Recorded,Ended,TX Hash',
      'Demo Lofts,4,400,8,2026-05-03,2026-05-03T00:00:00.000Z,,E2',
      'Sample Court,2,200,,2026-05-03,2026-05-03T00:00:00.000Z,2026-09-01T00:00:00.000Z,E1',
      '',
    ]);
  });

  it('a landlord is shown what others bought, and the own purchases where those are asked for', async () => {
    const purchases = new Purchases(source);
    const rows = async (mine: boolean) =>
      (await purchases.page(of('rOwner', 'landlord'), { mine, search: '' }, FROM_THE_START, 200)).map(viewOf);
    expect(await rows(false)).toHaveLength(MANY + 3);
    expect((await rows(true)).map(({ txHash }) => txHash)).toEqual(['OWN']);
  });

  it('are found by a part of a name, a hash or a wallet, letters large or small; signs of a pattern are letters', async () => {
    const purchases = new Purchases(source);
    const count = async (search: string) =>
      (await purchases.page(of('rBuyer'), { mine: true, search }, FROM_THE_START, 200)).length;
    expect([await count('demo'), await count('hash120'), await count('RBUYER'), await count('%')]).toEqual([
      60, 1, 120, 0,
    ]);
  });
});
