import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROPERTY_ORDERS, USER_ORDERS } from '@tknest/contracts/rules';
import { text } from 'node:stream/consumers';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import {
  ExportProperties,
  ExportPropertiesHandler,
  ListAllProperties,
  ListAllPropertiesHandler,
} from '#features/listings/use-cases/show-properties/list-all-properties.query.js';
import type { Clock } from '#platform/clock/clock.js';
import { FailedEvents } from '#platform/failed-events.js';
import { ExportUsers, ExportUsersHandler, ListAllUsers, ListAllUsersHandler } from './list-users.query.js';
import { CountWaiting, CountWaitingHandler } from './waiting.query.js';

/** More rows than an export reads at a time. */
const USERS = 4_300;

describe('the office’s lists', () => {
  let db: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    db = await freshDatabase();
    source = await createDataSource(db.url).initialize();
    await source.query(
      `insert into properties (id, owner, name, address, monthly_rent, funding_goal, funding_purpose, term_months, monthly_rate, token_price,
         token_count, payout_per_token, redemption_clause, tokens_sold, tokens_reserved, status, hidden, created_at)
       select id, owner, name, address, rent, 10000, 'roof', 12, 0.5, 100, 100, 1, '', sold, 0, status, hidden, '2026-11-0' || id || 'T09:00:00.000Z'
       from (values
         (1, 'rLena', 'Sample Court', '12 Example Street', 2500, 10, 'open', false),
         (2, 'rOtto', 'demo lofts', '3 Dock Road', 3000, 90, 'closed', false),
         (3, 'rLena', '=Court "B", 50%', '1 Hill_Road', 1000, 0, 'open', true)
       ) as of (id, owner, name, address, rent, sold, status, hidden)`,
    );
    await source.query("insert into property_moments values (1, 'listed', '2026-09-13')");
    await source.query(
      `insert into persons (wallet, user_type, kyc_status, investor_status, landlord_status, suspended, first_seen, last_seen)
       select 'r' || to_char(n, 'FM00000'), case n % 2 when 0 then 'investor' else 'property_owner' end, 'verified', 'verified', 'not_started', n = 7,
              '2026-01-01T00:00:00.000Z', '2026-11-20T' || to_char(n % 24, 'FM00') || ':00:00.000Z'
       from generate_series(1, $1) n`,
      [USERS],
    );
    await source.query(
      `insert into purchases
       select gen_random_uuid(), n, 1, 'Sample Court', wallet, 1, cost, 1, 1, 'H' || n, 'I', '2026-11-02T00:00:00.000Z', '2026-11-02'
       from (values (1, 'r00002', 100), (2, 'r00002', 250.5), (3, 'r04000', 300)) as of (n, wallet, cost)`,
    );
    await source.query(
      `insert into payout_lines values
       ('due-1', 'r00004', '0', 1, '2026-11-01', 5, 12.5, 'settled', 'P1', null, '2026-11-01T00:00:00.000Z'),
       ('withdrawal-1', 'r00006', '0', 1, '2026-11-01', null, 99, 'settled', 'P2', null, '2026-11-01T00:00:00.000Z'),
       ('payback-1', 'r00008', '0', 1, '2026-11-01', null, 20, 'settled', 'P3', null, '2026-11-01T00:00:00.000Z'),
       ('due-1', 'r00002', '0', 1, '2026-11-01', 5, 50, 'unclaimed', null, 'no-line', '2026-11-01T00:00:00.000Z')`,
    );
    await source.query(
      `insert into payouts (id, seq, property_id, source, period, date, amount, fee, lines, settled, unclaimed, status, created_at)
       select id, n, 1, source, '2026-11-01', '2026-11-01', 20, 0, 1, 1, 0, 'completed', '2026-11-01T00:00:00.000Z'
       from (values (1, 'due-1', 'autopay'), (2, 'withdrawal-1', 'withdrawal'), (3, 'payback-1', 'direct')) as of (n, id, source)`,
    );
  });
  afterAll(async () => {
    await source?.destroy();
    await db?.drop();
  });

  const properties = (asked: Record<string, string>) =>
    new ListAllPropertiesHandler(source).execute(new ListAllProperties(asked));
  const users = (asked: Record<string, string>) => new ListAllUsersHandler(source).execute(new ListAllUsers(asked));

  it.each([
    [{}, [3, 2, 1]],
    [{ sort: 'all', status: 'all', search: ' ' }, [3, 2, 1]],
    [{ sort: 'name' }, [3, 2, 1]],
    [{ sort: 'rent' }, [2, 1, 3]],
    [{ sort: 'invested' }, [2, 1, 3]],
    [{ search: 'COURT' }, [3, 1]],
    [{ search: 'dock road' }, [2]],
    [{ search: 'rLena' }, [3, 1]],
    [{ search: '2' }, [2, 1]],
    [{ search: '50%' }, [3]],
    [{ search: 'hill_' }, [3]],
    [{ status: 'open' }, [3, 1]],
    [{ status: 'hidden' }, [3]],
    [{ status: 'closed', search: 'court' }, []],
  ])('properties as %j are %j', async (asked, ids) => {
    expect((await properties(asked)).rows.map(({ id }) => id)).toEqual(ids);
  });

  it('a property names its owner and when it was listed: on the business day, and in recorded time', async () => {
    const [first] = (await properties({ search: 'Sample' })).rows;
    const listed = { listedAt: '2026-11-01T09:00:00.000Z', listedOn: '2026-09-13' };
    expect(first).toMatchObject({ owner: 'rLena', ...listed, totalInvestment: 1000 });
    // While the moment is not known yet.
    expect((await properties({ search: 'dock road' })).rows[0]).toMatchObject({ listedOn: '2026-11-02' });
  });

  it.each([
    [{ sort: 'invested' }, ['r00002', 'r04000', 'r00001']],
    // What a landlord pays the only holder directly is a rent share too, and names no tokens.
    [{ sort: 'earned' }, ['r00008', 'r00004', 'r00001']],
    [{ sort: 'wallet' }, ['r00001', 'r00002', 'r00003']],
    [{}, ['r00023', 'r00047', 'r00071']],
    [{ sort: 'invested', type: 'property_owner' }, ['r00001', 'r00003', 'r00005']],
  ])('users as %j begin with %j', async (asked, wallets) => {
    const { rows, next } = await users({ ...asked, limit: '3' });
    expect(rows.map(({ walletAddress }) => walletAddress)).toEqual(wallets);
    expect(next).toBe(3);
  });

  it('a user has the sums of the own purchases and settled shares, and the days of sign-in', async () => {
    expect((await users({ search: 'r00002' })).rows).toEqual([
      expect.objectContaining({
        totalInvestments: 350.5,
        totalEarnings: 0,
        firstSeen: '2026-01-01T00:00:00.000Z',
        lastSeen: '2026-11-20T02:00:00.000Z',
      }),
    ]);
  });

  it.each(USER_ORDERS)('pages by %s show everybody once', async (sort) => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { rows, next } = await users({ sort, limit: '500', ...(cursor && { cursor }) });
      seen.push(...rows.map(({ walletAddress }) => walletAddress));
      if (next === null) break;
      cursor = Buffer.from(JSON.stringify(next)).toString('base64url');
    }
    expect([seen.length, new Set(seen).size]).toEqual([USERS, USERS]);
  });

  it('every order that the contract names is known', async () => {
    for (const sort of PROPERTY_ORDERS) expect((await properties({ sort })).rows).toHaveLength(3);
  });

  it('exports hold what the filters leave, whatever its number, and no formula', async () => {
    const found = await text(
      await new ExportPropertiesHandler(source).execute(new ExportProperties({ search: 'court', sort: 'rent' })),
    );
    expect(found.split('\r\n')).toEqual([
      '\uFEFFNumber,Property,Address,Landlord,Listed,Status,Hidden,Paused,Monthly rent (RLUSD),Tokens issued,Total tokens,Total investment (RLUSD)',
      '3,"\'=Court ""B"", 50%",1 Hill_Road,rLena,2026-11-03T09:00:00.000Z,open,yes,no,1000,0,100,0',
      '1,Sample Court,12 Example Street,rLena,2026-11-01T09:00:00.000Z,open,no,no,2500,10,100,1000',
      '',
    ]);
    const all = (await text(await new ExportUsersHandler(source).execute(new ExportUsers({})))).trimEnd().split('\r\n');
    expect(all).toHaveLength(USERS + 1);
    expect(new Set(all).size).toBe(USERS + 1);
    expect(all[2]).toBe('r00002,investor,verified,no,2026-01-01T00:00:00.000Z,2026-11-20T02:00:00.000Z,350.5,0');
  });

  it('what waits for a person is counted, without what is decided, expired or one’s own', async () => {
    await source.query(
      `insert into proposals (id, by, at, expires_at, status)
       select gen_random_uuid(), by, '2026-11-20', expires_at, status
       from (values ('rOther', '2026-11-30', 'open'), ('rOther', '2026-11-19', 'open'), ('rMe', '2026-11-30', 'open'),
                    ('rOther', '2026-11-30', 'approved')) as of (by, expires_at, status)`,
    );
    await source.query(
      `insert into cases (id, kind, status, details, opened_at)
       select id, 'late-principal', status, '{}', '2026-11-20'
       from (values ('a', 'open'), ('b', 'open'), ('c', 'resolved')) as of (id, status)`,
    );
    await source.query(
      `insert into compliance_cases (id, wallet, user_role, kind, risk, reason, state, opened_at, promise_by)
       select state, 'rA', 'investor', 'screening', 'high', '', state, '2026-11-20', '2026-11-25'
       from (values ('open'), ('asked'), ('second-approval'), ('decided')) as of (state)`,
    );
    await source.query(
      `insert into platform.failed_events (consumer, lane, position, stream, revision, error)
       values ('process:payouts', 'one', '7', 'payout-1', 0, 'Error')`,
    );
    const failed = new FailedEvents(db.pool, {} as never, {} as never, { carryOut: () => {} } as never);
    const clock = { now: () => new Date('2026-11-20T12:00:00Z') } as Clock;
    const count = (broken: object | null) => {
      const verifier = { report: async () => ({ broken }) } as never;
      return new CountWaitingHandler(source, clock, failed, verifier).execute(new CountWaiting('rMe'));
    };
    const waiting = { proposals: 1, cases: 2, compliance: 3, failedEvents: 1 };
    expect(await count(null)).toEqual({ ...waiting, changedEvents: 0 });
    expect(await count({ position: '7', reason: 'it is missing' })).toEqual({ ...waiting, changedEvents: 1 });
  });
});
