import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { Session } from '#platform/sessions/session.js';
import { ExportPayouts, ExportPayoutsHandler, ListPayouts, ListPayoutsHandler } from './list-payouts.query.js';
import {
  ExportUnclaimed,
  ExportUnclaimedHandler,
  ListUnclaimed,
  ListUnclaimedHandler,
} from './list-unclaimed.query.js';
import { ShowPayout, ShowPayoutHandler } from './show-payout.query.js';

/** More rows than an export reads at a time. */
const RUNS = 2_500;
const session = (wallet: string, role: Session['role']) => ({ wallet, role }) as Session;
const admin = session('rAda', 'admin');

describe('the list of payout runs', () => {
  let db: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    db = await freshDatabase();
    source = await createDataSource(db.url).initialize();
    await source.query("insert into property_names values (1, 'Sample Court', 'rLena'), (2, 'Demo Lofts', 'rOtto')");
    await source.query(
      `insert into payouts (id, seq, property_id, source, period, date, record_position, amount, fee, lines, settled, unclaimed, status, paused_for, created_at)
       select 'due-' || n, n, case when n = 9 then null else 1 + n % 2 end, 'autopay', '2026-11-15', case when n <= 5 then '2026-11-0' || n else '2026-12-01' end,
              null, 100.000001, 2.5, 2, 1, 0, case n when 3 then 'running' when 4 then 'paused' else 'completed' end, null, '2026-11-20T00:00:00.000Z'
       from generate_series(1, $1) n`,
      [RUNS],
    );
    await source.query(
      "insert into payout_lines values ('due-3', 'rIda', '0', 2, '2026-11-03', 5, 12.5, 'settled', 'P1', null, '2026-11-03T00:00:00.000Z')",
    );
    await source.query(
      `insert into payout_lines values
       ('due-3', 'rUma', '0', 2, '2026-11-03', 5, 1.5, 'unclaimed', null, 'no-line', '2026-11-20T00:00:00.000Z', '2026-11-03'),
       ('due-9', 'rUma', '0', null, '2026-12-01', 5, 1.5, 'unclaimed', null, 'no-line', '2026-12-01T00:00:00.000Z', '2026-12-01')`,
    );
  });
  afterAll(async () => {
    await source?.destroy();
    await db?.drop();
  });
  const listed = async (asked: Record<string, string>, by = admin) =>
    (await new ListPayoutsHandler(source).execute(new ListPayouts(by, asked))).rows.map(({ id }) => id);
  const exported = async (asked: Record<string, string>, by = admin) => {
    const parts = await new ExportPayoutsHandler(source).execute(new ExportPayouts(by, asked));
    return (await text(parts)).trimEnd().split('\r\n').slice(1);
  };

  it.each([
    [{ status: 'running' }, ['due-3']],
    [{ status: 'paused', search: 'demo' }, []],
    [{ status: 'paused', search: ' sample ' }, ['due-4']],
    [{ from: '2026-11-04', to: '2026-11-05' }, ['due-5', 'due-4']],
    [{ to: '2026-11-02', search: 'LOFTS' }, ['due-1']],
    [{ search: 'due-9' }, ['due-9']],
    [{ search: 'due-9999' }, []],
    [{ status: 'all', search: '', from: '', to: '2026-11-01' }, ['due-1']],
  ])('narrowed by %j is %j, and so is its export', async (asked, ids) => {
    expect(await listed(asked)).toEqual(ids);
    expect((await exported(asked)).map((row) => row.split(',')[0])).toEqual(ids);
  });

  it('has the name of each property with its run; one of none has no name', async () => {
    const named = async (search: string) =>
      (await new ListPayoutsHandler(source).execute(new ListPayouts(admin, { search }))).rows;
    expect(await named('due-4')).toMatchObject([{ propertyId: 1, propertyName: 'Sample Court' }]);
    expect(await named('due-9')).toMatchObject([{ propertyId: null, propertyName: null }]);
    const run = await new ShowPayoutHandler(source).execute(new ShowPayout(admin, 'due-3'));
    expect(run).toMatchObject({ propertyId: 2, propertyName: 'Demo Lofts' });
    const unclaimed = await new ListUnclaimedHandler(source).execute(new ListUnclaimed(admin, {}));
    expect(unclaimed.rows.map(({ runId, propertyName }) => [runId, propertyName])).toEqual([
      ['due-3', 'Demo Lofts'],
      ['due-9', null],
    ]);
  });

  it('exports unclaimed money by age, with residences that were recorded as shown before', async () => {
    const shown: (readonly string[])[] = [];
    const of = async (_: Session, wallets: readonly string[]) => {
      shown.push(wallets);
      return new Map([['rUma', 'TX, US']]);
    };
    const rows = async (year: string, today: string) => {
      const calendar = { today: async () => today };
      const handler = new ExportUnclaimedHandler(source, calendar as never, { of } as never);
      return (await text(await handler.execute(new ExportUnclaimed(admin, year)))).trimEnd().split('\r\n').slice(1);
    };
    expect(await rows('2026', '2027-03-01')).toEqual([
      'rUma,"TX, US",Demo Lofts,due-3,no-line,1.5,2026-11-03,58',
      'rUma,"TX, US",,due-9,no-line,1.5,2026-12-01,30',
    ]);
    expect(shown).toEqual([['rUma']]);
    expect(await rows('2026', '2026-11-13')).toEqual(['rUma,"TX, US",Demo Lofts,due-3,no-line,1.5,2026-11-03,10']);
    expect(await rows('2025', '2027-03-01')).toEqual([]);
  });

  it.each(['compliance', 'held'])(
    'tells the office alone that a line is %s: to its holder both are the same',
    async (why) => {
      await source.query('update payout_lines set reason = $1 where wallet = $2', [why, 'rUma']);
      const told = async (by: Session) => {
        const unclaimed = await new ListUnclaimedHandler(source).execute(new ListUnclaimed(by, {}));
        const run = await new ShowPayoutHandler(source).execute(new ShowPayout(by, 'due-3'));
        return [...unclaimed.rows.map(({ reason }) => reason), ...(run.own ? [run.own.reason] : [])];
      };
      expect(await told(admin)).toEqual([why, why]);
      expect(await told(session('rUma', 'investor'))).toEqual(['under-review', 'under-review', 'under-review']);
      await source.query("update payout_lines set reason = 'no-line' where wallet = 'rUma'");
    },
  );

  it('exports every run once, with what arrived', async () => {
    const rows = await exported({});
    expect(new Set(rows).size).toBe(RUNS);
    await source.query("update payouts set source = 'direct', property_id = 3 where id = 'due-2'");
    const [direct] = await exported({ search: 'due-2' });
    expect(direct).toBe('due-2,completed,Property #3,2026-11-15,payback,100.000001,2.5,0,2,1,0,2026-11-02');
    await source.query("update payouts set source = 'autopay', property_id = 1 where id = 'due-2'");
    expect(rows.at(-3)).toBe('due-3,running,Demo Lofts,2026-11-15,autopay,100.000001,2.5,12.5,2,1,0,2026-11-03');
  });

  it('a holder’s export has the runs with an own line, an owner’s those of the own properties', async () => {
    expect(await exported({}, session('rIda', 'investor'))).toHaveLength(1);
    expect(await exported({ to: '2026-11-05' }, session('rLena', 'landlord'))).toHaveLength(2);
    expect(await exported({}, session('rNobody', 'investor'))).toEqual([]);
  });
});
