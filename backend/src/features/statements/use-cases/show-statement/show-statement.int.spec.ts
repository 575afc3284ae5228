import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ActivityQuery, StatementView } from '@tknest/contracts/api';
import type { DomainEvent, PayoutSource } from '@tknest/contracts/events';
import { dayAt } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { startedPayment } from '#test/support/started-payment.js';
import { context, eventually } from '#test/event-store/adapter.js';
import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import type { Session } from '#platform/sessions/session.js';
import { createScratch, scratchName, swapIn } from '#platform/projections/scratch.js';
import { movementsProjection } from '#features/activity/readers.public.js';
import {
  ExportActivity,
  ExportActivityHandler,
  ListActivity,
  ListActivityHandler,
} from '#features/activity/use-cases/show-activity/activity.query.js';
import { Movements } from '#features/activity/use-cases/show-activity/movement-query.js';
import { ListStatements, ListStatementsHandler } from './list-statements.query.js';
import { ShowStatement, ShowStatementHandler } from './show-statement.query.js';

const [BUYER, OTHER, OWNER] = ['rBuyerBuyerBuyerBuyerBuyer', 'rOther', 'rOwner'];
const of = (wallet: string, role: Session['role'] = 'investor') => ({ wallet, role }) as Session;
const AUDITOR = of('rAuditor', 'auditor');
const [BOUGHT, REPAID] = [randomUUID(), randomUUID()];

let db: TestDatabase;
let instance: Instance;
let now = new Date();
const clock = { now: () => now, sleep: async () => undefined };
const calendar = { today: async () => dayAt(now) } as BusinessCalendar;

/** Events need different times, so the log is filled as if they had been appended then. */
async function at(moment: string, ...events: DomainEvent[]): Promise<void> {
  const { position } = await instance.store.append(`told-${randomUUID()}`, 'none', events as never, context());
  await instance.models.waitFor(position, instance.models.names());
  await instance.dataSource.query(
    `update read_models.movements set at = $1, date = left($1, 10)
     where greatest(seq, coalesce(settled_seq, 0)) / 2 > $2::bigint`,
    [moment, Number(position) - events.length],
  );
  await instance.dataSource.query(
    'update read_models.movement_holdings set date = left($1, 10) where seq / 2 > $2::bigint',
    [moment, Number(position) - events.length],
  );
}

const started = (more: object): DomainEvent =>
  startedPayment(BOUGHT, { payer: BUYER, payee: OWNER, feeWallet: 'rFees', ...more });
const validated = (paymentId: string, leg: string, hash: string, delivered: string | null): DomainEvent =>
  ({
    type: 'LegValidated',
    data: { paymentId, leg, attempt: 1, hash, ledgerIndex: 900, result: 'tesSUCCESS', delivered },
  }) as DomainEvent;
const run = (runId: string, source: PayoutSource, fee: string, lines: object[]): DomainEvent[] =>
  [
    { type: 'PayoutRunCreated', data: { runId, propertyId: 1, source, period: '2026-10-15', fee } },
    { type: 'PayoutRunStarted', data: { runId, lines: lines.length } },
    { type: 'PayoutLinesListed', data: { runId, batch: '0', lines } },
  ] as DomainEvent[];

beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [movementsProjection]);
  await at(
    '2026-08-01T00:00:00.000Z',
    { type: 'PlatformAccountMade', data: { name: 'payoutEscrow', address: 'rEscrow', seedItem: 's' } },
    { type: 'ListingCreated', data: { propertyId: 1, name: '=Sample Court', owner: OWNER } } as DomainEvent,
  );
  await at(
    '2026-09-30T23:59:59.999Z',
    started({}),
    validated(BOUGHT, 'recipient', 'PAID', '500'),
    validated(BOUGHT, 'platform', 'FEE', '12.5'),
    validated(BOUGHT, 'issuance', 'TOKENS', null),
    { type: 'PaymentCompleted', data: { paymentId: BOUGHT } },
    {
      type: 'TokensPurchased',
      data: { propertyId: 1, paymentId: BOUGHT, wallet: BUYER, tokens: 5, cost: '500' },
    } as DomainEvent,
  );
  const lines = [
    { wallet: BUYER, tokens: 2, amount: '63.333333' },
    { wallet: OTHER, tokens: 1, amount: '31.666667' },
  ];
  await at(
    '2026-10-01T00:00:00.000Z',
    started({
      paymentId: REPAID,
      kind: 'principal_payback',
      payer: OWNER,
      payee: 'rEscrow',
      amount: '100',
      platformFee: '0',
      tokens: null,
    }),
    validated(REPAID, 'recipient', 'REPAID', '100'),
    { type: 'RepaymentAllocated', data: { repaymentId: REPAID, interest: '10', principal: '90' } } as DomainEvent,
    ...run(`payback-${REPAID}`, 'payback', '5', lines),
    {
      type: 'PayoutSettled',
      data: { payoutId: `payback-${REPAID}`, wallet: BUYER, amount: '63.333333', hash: 'SHARE', ledgerIndex: 901 },
    } as DomainEvent,
    {
      type: 'PayoutLineUnclaimed',
      data: { runId: `payback-${REPAID}`, batch: '0', wallet: OTHER, amount: '31.666667', reason: 'no-line' },
    } as DomainEvent,
  );
  await instance.dataSource.query(
    "update read_models.movements set unclaimed_on = '2026-10-01' where unclaimed_on is not null",
  );
  await at('2026-11-10T00:00:00.000Z', {
    type: 'UnclaimedPaid',
    data: { runId: `payback-${REPAID}`, wallet: OTHER, amount: '31.666667', hash: 'LATER', ledgerIndex: 950 },
  } as DomainEvent);
  now = new Date('2026-11-20T12:00:00.000Z');
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

const statement = (session: Session, period: string, wallet?: string): Promise<StatementView> =>
  new ShowStatementHandler(instance.dataSource, instance.store, clock, calendar, instance.models).execute(
    new ShowStatement(session, period, wallet),
  );
const activity = (session: Session, asked: ActivityQuery = {}) =>
  new ListActivityHandler(new Movements(instance.dataSource)).execute(new ListActivity(session, asked));

describe('a statement (money 4)', () => {
  it('of the month of a purchase: a moment before its end still counts', async () => {
    expect(await statement(of(BUYER), '2026-09')).toMatchObject({
      period: '2026-09',
      from: '2026-09-01',
      to: '2026-09-30',
      running: false,
      opening: '0',
      closing: '-512.5',
      totals: { bought: '500', interest: '0', principal: '0', fees: '12.5', deposited: '0', withheld: '0' },
      movements: [
        { type: 'purchase', amount: '-500', balance: '-500', txHash: 'PAID', counterparty: OWNER, tokens: 5 },
        { type: 'fee', amount: '-12.5', balance: '-512.5', txHash: 'FEE', interest: null, fee: null },
      ],
      holdings: [{ property: { id: 1, name: '=Sample Court' }, tokens: 5, cost: '500', outstanding: '500' }],
    });
  });

  it('of a landlord counts what was collected from the deposits, which left the wallet before', async () => {
    const collected = { repaymentId: 'due-1-2026-10-15', propertyId: 1, interest: '10', principal: '90' };
    await at('2026-11-12T00:00:00.000Z', { type: 'RepaymentAllocated', data: collected } as DomainEvent);
    const moved = "update read_models.movement_runs set collected_on = '2026-10-15' where collected_on > ''";
    await instance.dataSource.query(moved);
    const sums = [OWNER, BUYER].map(async (wallet) => (await statement(of(wallet), '2026-10')).totals.collected);
    expect(await Promise.all(sums)).toEqual(['100', '0']);
  });

  /** The share is the example calculated by hand in `apportion.spec.ts`: -512.5 + 63.333333 = -449.166667. */
  it('of the month of a rent share has its parts, and what of the tokens is outstanding', async () => {
    expect(await statement(of(BUYER), '2026-10')).toMatchObject({
      opening: '-512.5',
      closing: '-449.166667',
      rentReceived: '63.333333',
      totals: { bought: '0', interest: '6.666667', principal: '59.999999', fees: '3.333333' },
      movements: [
        {
          type: 'rent_share',
          amount: '63.333333',
          interest: '6.666667',
          principal: '59.999999',
          fee: '3.333333',
          receipt: `/receipts/payback-${REPAID}~${BUYER}`,
        },
      ],
      holdings: [{ cost: '500', outstanding: '440.000001' }],
    });
  });

  it('of a share that could not be paid shows it as withheld, and counts it when it is paid', async () => {
    expect(await statement(of(OTHER), '2026-10')).toMatchObject({
      closing: '0',
      movements: [],
      totals: { withheld: '31.666667' },
    });
    expect(await statement(of(OTHER), '2026-11')).toMatchObject({
      opening: '0',
      closing: '31.666667',
      running: true,
      soFar: { to: '2026-11-20', at: '2026-11-20T12:00:00.000Z' },
      totals: { interest: '3.333333', withheld: '0' },
      movements: [{ txHash: 'LATER' }],
    });
  });

  it('counts less only by what was paid back for it: bought, sold, or repaid, not a payment that was made twice', async () => {
    const refunds = async (wallet: string, from: string, more: object) => {
      const paymentId = randomUUID();
      const given = { paymentId, kind: 'refund', payer: from, payee: wallet, tokens: null, platformFee: '0', ...more };
      await at(
        '2025-03-01T00:00:00.000Z',
        started(given),
        validated(paymentId, 'recipient', `BACK-${paymentId}`, '30'),
      );
    };
    const listed = { propertyId: 2, name: 'Demo Lofts', owner: 'rTwo' };
    await at('2025-02-01T00:00:00.000Z', { type: 'ListingCreated', data: listed } as DomainEvent);
    const direct = { propertyId: null, propertyName: null };
    await refunds('rRefunded', 'rTwo', { amount: '30', propertyId: 2 });
    await refunds('rRefunded', 'rThree', { amount: '7', ...direct });
    // A repayment that the landlord made twice to the only holder.
    await refunds('rTwo', 'rHolder', { amount: '40', propertyId: 2 });
    const counted = async (wallet: string) => {
      const { bought, sold, repaid } = (await statement(of(wallet), '2025-03')).totals;
      return [bought, sold, repaid];
    };
    expect(await counted('rRefunded')).toEqual(['-30', '0', '0']);
    expect(await counted('rTwo')).toEqual(['0', '-30', '-30']);
    expect(await counted('rHolder')).toEqual(['0', '0', '0']);
  });

  it('of a year is its months, and opens where the year before closed', async () => {
    const year = await statement(of(BUYER), '2026');
    expect(year).toMatchObject({ opening: '0', closing: '-449.166667', running: true, from: '2026-01-01' });
    expect(year.movements.map(({ type }) => type)).toEqual(['purchase', 'fee', 'rent_share']);
  });

  it('of a landlord names no buyer; an auditor who asks for the wallet sees who it was', async () => {
    const sold = (view: StatementView) => view.movements.map(({ amount, counterparty }) => `${amount} ${counterparty}`);
    expect(sold(await statement(of(OWNER, 'landlord'), '2026-09'))).toEqual(['500 rBuy…uyer']);
    expect(sold(await statement(AUDITOR, '2026-09', OWNER))).toEqual([`500 ${BUYER}`]);
    await expect(statement(of(OTHER), '2026-09', OWNER)).rejects.toMatchObject({ reason: 'forbidden' });
  });

  it('of a period that has ended stays the same while the log goes on; of one that runs it goes along', async () => {
    const [ended, running] = [await statement(of(BUYER), '2026-09'), await statement(of(BUYER), '2026-11')];
    await at('2026-11-19T00:00:00.000Z', { type: 'PaymentExpired', data: { paymentId: randomUUID() } });
    expect(await statement(of(BUYER), '2026-09')).toEqual(ended);
    const later = await statement(of(BUYER), '2026-11');
    expect(Number(later.log.position)).toBeGreaterThan(Number(running.log.position));
    expect(later.log.seal).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has what was recorded on its days of the business calendar, which can be ahead of the clock', async () => {
    const paymentId = randomUUID();
    const given = {
      paymentId,
      kind: 'rlusd_payment',
      payer: 'rAhead',
      payee: 'rElse',
      tokens: null,
      propertyId: null,
      platformFee: '0',
    };
    await at('2025-06-10T09:00:00.000Z', started(given), validated(paymentId, 'recipient', 'AHEAD', '30'));
    await instance.dataSource.query("update read_models.movements set date = '2025-07-02' where wallet = 'rAhead'");
    expect(await statement(of('rAhead'), '2025-06')).toMatchObject({ closing: '0', movements: [] });
    expect(await statement(of('rAhead'), '2025-07')).toMatchObject({
      opening: '0',
      movements: [{ txHash: 'AHEAD', date: '2025-07-02', at: '2025-06-10T09:00:00.000Z' }],
    });
    expect(await statement(of('rAhead'), '2025-08')).toMatchObject({ opening: '-30', movements: [] });
    const list = new ListStatementsHandler(instance.dataSource, clock, calendar);
    expect((await list.execute(new ListStatements(of('rAhead'), undefined))).map(({ period }) => period)).toEqual([
      '2025',
      '2025-07',
    ]);
  });

  it('that is asked for while a rebuild puts its tables in place leaves nothing out', async () => {
    const before = await statement(of(BUYER), '2026-10');
    let [swapped, go] = [() => {}, () => {}];
    const isSwapped = new Promise<void>((resolve) => (swapped = resolve));
    const mayGo = new Promise<void>((resolve) => (go = resolve));
    const swap = instance.dataSource.transaction(async (tx) => {
      const schema = scratchName('rebuild', movementsProjection);
      await createScratch(tx, movementsProjection, schema);
      for (const table of movementsProjection.tables)
        await tx.query(`insert into ${schema}.${table} select * from read_models.${table}`);
      await swapIn(tx, movementsProjection, schema);
      swapped();
      await mayGo;
    });
    await isSwapped;
    const asked = statement(of(BUYER), '2026-10');
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await eventually(async () => (await db.pool.query(waits)).rowCount! > 0);
    go();
    await swap;
    expect(await asked).toEqual(before);
  });

  it.each(['2026-13', 'november', '2026-1', '0000', '1970'])('for %j says what to write', async (period) => {
    await expect(statement(of(BUYER), period)).rejects.toMatchObject({
      reason: 'invalid',
      message: 'Write the period of a statement as a year or a month, like 2026 or 2026-11',
    });
  });

  it('for a month that has not begun says so', async () => {
    await expect(statement(of(BUYER), '2026-12')).rejects.toMatchObject({ reason: 'invalid' });
  });

  it('lists months and years in which something moved', async () => {
    const list = new ListStatementsHandler(instance.dataSource, clock, calendar);
    expect(await list.execute(new ListStatements(of(BUYER), undefined))).toEqual([
      { period: '2026', movements: 3, running: true },
      { period: '2026-10', movements: 1, running: false },
      { period: '2026-09', movements: 2, running: false },
    ]);
  });
});

describe('activity (money 3)', () => {
  const shown = async (session: Session, asked: ActivityQuery = {}) =>
    (await activity(session, asked)).rows.map(
      ({ type, direction, counterparty }) => `${direction} ${type} ${counterparty}`,
    );

  it('is one’s own, newest first', async () => {
    expect(await shown(of(BUYER))).toEqual([
      'in rent_share null',
      'in issuance null',
      'out fee null',
      `out purchase ${OWNER}`,
    ]);
    expect(await shown(of(OWNER, 'landlord'))).toEqual(['out repayment null', 'in purchase rBuy…uyer']);
    expect(await shown(of('rNobody'))).toEqual([]);
  });

  it('of another wallet is for admins and auditors', async () => {
    expect(await shown(AUDITOR, { wallet: OWNER })).toEqual(['out repayment null', `in purchase ${BUYER}`]);
    for (const role of ['investor', 'landlord', 'compliance'] as const)
      await expect(shown(of('rNobody', role), { wallet: OWNER })).rejects.toMatchObject({ reason: 'forbidden' });
  });

  it('pages by a cursor that stays in its place when something is added', async () => {
    const first = await activity(of(BUYER), { limit: '3' });
    expect(first.next).not.toBeNull();
    await at('2026-11-20T00:00:00.000Z', started({ paymentId: randomUUID(), kind: 'rlusd_payment', tokens: null }));
    const cursor = Buffer.from(JSON.stringify(first.next)).toString('base64url');
    const second = await activity(of(BUYER), { limit: '3', cursor });
    expect(second).toMatchObject({ rows: [{ type: 'purchase', fee: '12.5', status: 'completed' }], next: null });
  });

  it.each<[ActivityQuery, number]>([
    [{ type: 'fee' }, 1],
    [{ type: '', status: 'pending' }, 1],
    [{ from: '2026-10-01' }, 2],
    [{ from: '2026-10-01', to: '2026-10-01' }, 1],
    [{ to: '2026-09-30' }, 3],
    // The purchase is at 23:59:59.999, the share at midnight after it.
    [{ from: '2026-09-30T23:59:59.999Z', to: '2026-10-01T00:00:00Z' }, 3],
    [{ from: '2026-10-01T00:00:00Z', to: '2026-10-01T00:00:00.001Z' }, 1],
    [{ from: '', to: '' }, 5],
    [{ q: 'share' }, 1],
    [{ q: 'sample COURT' }, 5],
    [{ q: '%' }, 0],
    [{ q: 'paid' }, 1],
  ])('filtered by %j has %d rows', async (asked, count) => expect(await shown(of(BUYER), asked)).toHaveLength(count));

  it('does not find a masked wallet by what it hides', async () => {
    expect(await shown(of(OWNER, 'landlord'), { q: BUYER })).toEqual([]);
    expect(await shown(AUDITOR, { wallet: OWNER, q: BUYER })).toHaveLength(1);
  });

  it.each(['cancelled', 'declined', 'expired'])(
    'a payment that was %s is a failed one, and says so',
    async (ending) => {
      const become = (status: string) =>
        instance.dataSource.query('update read_models.movements set status = $1 where id = $2', [status, BOUGHT]);
      await become(ending);
      expect(await activity(of(BUYER), { status: 'failed' })).toMatchObject({
        rows: [{ id: BOUGHT, status: 'failed', ending }],
      });
      await become('completed');
      expect((await activity(of(BUYER), { status: 'failed' })).rows).toEqual([]);
      expect((await activity(of(BUYER), {})).rows.every((row) => !('ending' in row))).toBe(true);
    },
  );

  it('as CSV has every row, and no cell that a spreadsheet takes for a formula', async () => {
    const csv = new ExportActivityHandler(new Movements(instance.dataSource));
    let text = '';
    for await (const part of await csv.execute(new ExportActivity(of(BUYER), { type: 'purchase' }))) text += part;
    await instance.dataSource.query('update read_models.movement_properties set name = $1 where property_id = 1', ['']);
    let unnamed = '';
    for await (const part of await csv.execute(new ExportActivity(of(BUYER), { type: 'purchase' }))) unnamed += part;
    expect(unnamed).toContain(',Property #1,');
    await instance.dataSource.query(
      "update read_models.movement_properties set name = '=Sample Court' where property_id = 1",
    );
    expect(text.split('\r\n')).toEqual([
      '\uFEFFDate,Recorded,Type,Direction,Property,Amount (RLUSD),Platform fee (RLUSD),Tokens,Counterparty,Status,TX Hash,' +
        'Receipt',
      `2026-09-30,2026-09-30T23:59:59.999Z,purchase,out,'=Sample Court,500,12.5,5,${OWNER},completed,PAID,/receipts/${BOUGHT}`,
      '',
    ]);
  });
});
