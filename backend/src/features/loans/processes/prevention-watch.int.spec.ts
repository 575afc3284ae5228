import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Day } from '@tknest/contracts/money';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { collect, context } from '#test/event-store/adapter.js';
import { load } from '#platform/event-store/folding.js';
import type { EntryFields, EntryName } from '#platform/ledger/entry-changes.js';
import { ACCOUNT_FLAG } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { openLoan, upTo } from '../account/loan.decider.js';
import { loanFold, loanStream, noLoan, type Loan } from '../account/loan.state.js';
import { LoanRow, Sale } from '../read-models/loans/loan.entities.js';
import { loansProjection } from '../read-models/loans/loans.projection.js';
import { PreventionWatch } from './prevention-watch.js';

const OWNERS = { 1: 'rOne', 2: 'rTwo' };
/** RippleState flags; the issuer is the high side. */
const BY_ISSUER = { freeze: 0x00800000, deepFreeze: 0x04000000 };
const BY_HOLDER = 0x00400000 | 0x02000000;
let database: TestDatabase;
let instance: Instance;
let watch: PreventionWatch;
/** What the ledger shows. */
let issuer: EntryFields;
let lines: Record<string, number>;
let asked: string[];
let day: Day;
let newest = 7;
/** A wallet whose line cannot be read. */
let broken: string | null = null;

beforeAll(async () => {
  database = await freshDatabase();
  instance = await startInstance(database.url, [loansProjection], { entities: [LoanRow, Sale] });
  for (const [id, owner] of Object.entries(OWNERS)) {
    const property = { propertyId: Number(id), name: 'Sample Court', owner, sold: 100, tokenPrice: 100_000_000n };
    const events = openLoan(
      { ...property, annualRate: '6.5', termMonths: 12 },
      { automation: null },
      '2027-01-15',
      noLoan,
    );
    await instance.store.append(loanStream(Number(id)), 'none', events, context());
  }
  watch = started();
});
afterAll(async () => {
  await instance?.stop();
  await database?.drop();
});
beforeEach(() => {
  [issuer, lines, asked] = [{ Flags: 0 }, {}, []];
});

/** A process that has not looked yet. */
function started(): PreventionWatch {
  return new PreventionWatch(
    {
      changes: async (name, since) => ({ now: entryOf(name, since), changes: [], unknownTo: null }),
      validatedIndex: async () => newest,
      closedAt: async () => new Date(0),
    },
    { xrpl: { rlusdIssuer: 'rRlusd' } },
    instance.dataSource,
    { address: async () => 'rEscrow' },
    { dayOf: async () => day },
    instance.store,
    new Recorder(instance.store, { contextOf: async () => context() }),
    {} as never,
  );
}

function entryOf(name: EntryName, since: number): EntryFields {
  if ('account_root' in name) return issuer;
  const [holder] = name.ripple_state.accounts;
  asked.push(holder);
  if (holder === broken) throw new Error(`Since ledger ${since}`);
  if (since !== newest) asked.push(`from ${since}`);
  const limitOf = (account: string) => ({ issuer: account, value: '0' });
  const limits = { LowLimit: limitOf(holder), HighLimit: limitOf('rRlusd'), Balance: { value: '0' } };
  return { ...limits, Flags: lines[holder] ?? 0 };
}

/** The case about looks that fail for the first loan. */
const status = async () => (await load(instance.store, caseFold('ledger-history-gap-loan-1'))).state.status;

/** What a look records, by property. */
async function seen(on: Day): Promise<Record<string, string[]>> {
  day = on;
  await instance.models.waitFor(await instance.store.head(), ['loans']);
  const count = async (id: string) => (await collect(instance.store.read(loanStream(Number(id))))).length;
  const before: Record<string, number> = {};
  for (const id of Object.keys(OWNERS)) before[id] = await count(id);
  for (const _ of [1, 2]) {
    await watch.look();
    await instance.models.waitFor(await instance.store.head(), ['loans']);
  }
  const news: Record<string, string[]> = {};
  for (const id of Object.keys(OWNERS)) {
    const events = (await collect(instance.store.read(loanStream(Number(id))))).slice(before[id]);
    if (events.length > 0)
      news[id] = events.map(({ type, data }) => [type, data.by, data.date].filter(Boolean).join(' '));
  }
  return news;
}
const both = (...events: string[]) => ({ 1: events, 2: events });

it('what RLUSD’s issuer does to everybody is recorded once for each open loan, whether or not anything is due', async () => {
  expect(await seen('2027-01-20')).toEqual({});
  // Of the landlords’ wallets only the first look of a process asks.
  expect(asked).toEqual(['rEscrow', 'rOne', 'rTwo', 'rEscrow']);
  issuer = { Flags: ACCOUNT_FLAG.globalFreeze };
  expect(await seen('2027-01-21')).toEqual(both('RepaymentsPrevented global-freeze 2027-01-21'));
  issuer = { Flags: 0, TransferRate: 1_000_000_001 };
  expect(await seen('2027-01-22')).toEqual(
    both('RepaymentsPossible 2027-01-22', 'RepaymentsPrevented transfer-fee 2027-01-22'),
  );
  [issuer, lines] = [{ Flags: 0 }, { rEscrow: BY_ISSUER.deepFreeze }];
  expect(await seen('2027-01-23')).toEqual(
    both('RepaymentsPossible 2027-01-23', 'RepaymentsPrevented escrow-freeze 2027-01-23'),
  );
  lines = { rEscrow: BY_ISSUER.freeze };
  expect(await seen('2027-01-24')).toEqual(both('RepaymentsPossible 2027-01-24'));
});

it('a freeze of a landlord’s wallet concerns that loan once something is due; what the holder does never counts', async () => {
  lines = { rOne: BY_ISSUER.freeze, rTwo: BY_HOLDER };
  expect(await seen('2027-01-25')).toEqual({});
  for (const id of [1, 2]) {
    const { state, revision } = await load(instance.store, loanFold(id));
    await instance.store.append(loanStream(id), revision, upTo('2027-02-15', state as Loan).events, context());
  }
  expect(await seen('2027-02-16')).toEqual({ 1: ['RepaymentsPrevented wallet-freeze 2027-02-16'] });
  lines = {};
  expect(await seen('2027-02-18')).toEqual({ 1: ['RepaymentsPossible 2027-02-18'] });
});

it('a loan about which a look fails does not stop the others, has a case, and is looked at from where it was', async () => {
  [broken, lines] = ['rOne', { rOne: BY_ISSUER.freeze, rTwo: BY_ISSUER.freeze }];
  expect(await seen('2027-02-19')).toEqual({ 2: ['RepaymentsPrevented wallet-freeze 2027-02-19'] });
  expect(await status()).toBe('open');
  newest = 9;
  lines = { rOne: BY_ISSUER.freeze };
  expect(await seen('2027-02-20')).toEqual({ 2: ['RepaymentsPossible 2027-02-20'] });
  // What another loan shows is recorded; the ledgers that are unknown for this one are read after a restart, too.
  [watch, broken, asked] = [started(), null, []];
  expect(await seen('2027-02-22')).toEqual({ 1: ['RepaymentsPrevented wallet-freeze 2027-02-22'] });
  expect(asked).toContain('from 7');
  expect(await status()).toBe('resolved');
});

it('a loan that a process failed to look at is looked at from there by the same process, too', async () => {
  [broken, lines] = ['rOne', { rOne: BY_ISSUER.freeze }];
  await seen('2027-02-23');
  newest = 11;
  await seen('2027-02-23');
  [broken, lines, asked] = [null, {}, []];
  expect(await seen('2027-02-24')).toEqual({ 1: ['RepaymentsPossible 2027-02-24'] });
  expect(asked).toContain('from 9');
  expect(await status()).toBe('resolved');
});
