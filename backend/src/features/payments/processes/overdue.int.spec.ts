import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { startedPayment } from '#test/support/started-payment.js';
import { systemClock } from '#platform/clock/clock.js';
import { context } from '#test/event-store/adapter.js';
import { Case } from '#features/operations-cases/read-models/cases/case.entity.js';
import { casesProjection } from '#features/operations-cases/read-models/cases/cases.projection.js';
import { createListing } from '#features/listings/create-listing.decider.js';
import { loadListing, unlisted } from '#features/listings/rules.public.js';
import { Property } from '#features/listings/read-models/property/property.entity.js';
import { propertyProjection } from '#features/listings/read-models/property/property.projection.js';
import { landedFacts } from '../collecting/already-paid.js';
import { owedCase } from '../collecting/cases.js';
import { loadPayment } from '../collecting/commit.js';
import { acceptExtra, acceptLatePrincipal } from '../collecting/endings.js';
import type { PaymentPorts } from '../collecting/ports.js';
import { openCase, noCase } from '#features/operations-cases/case.decider.js';
import type { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { OverdueJob } from './overdue.job.js';
import { owedBack } from '../payment.state.js';
import { OwedPrincipals } from './owed-principals.js';

const [LANDLORD, BUYER] = ['rLandlord', 'rBuyer'] as const;
const paymentId = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11';
const DUE = '2027-01-14';
let db: TestDatabase;
let instance: Instance;
let today: string;
let gateShut = false;
let suspended: boolean;
let job: OverdueJob;

beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [casesProjection, propertyProjection], { entities: [Case, Property] });
  const { store, dataSource } = instance;
  const ports = {
    store,
    businessDate: async () => today,
  } as unknown as PaymentPorts;
  const owed = new OwedPrincipals(ports, dataSource, { stateOf: async () => ({ suspended }) } as never);
  const calendar = { today: async () => today } as never;
  const causation = { contextOf: async () => context() } as never;
  job = new OverdueJob(dataSource, calendar, null as never, new Recorder(store, causation), owed, {
    now: () => !gateShut,
  } as MayGoOn);
  const terms = {
    propertyId: 1,
    owner: LANDLORD,
    name: 'Sample Court',
    address: '12 Example Street',
    monthlyRent: 2500,
    fundingGoal: 10_000,
    fundingPurpose: 'x',
    tokenTermMonths: 60,
    monthlyRate: 6.5,
    tokenPrice: 100,
    tokenCount: 12,
    redemptionClause: 'x',
  };
  await store.append('listing-1', 'none', createListing(terms, unlisted), context());
  await owe(paymentId, 'PAID');
});

/** A buyer's payment that landed after it had ended, and a second principal for it, each found today, with its case. */
async function oweLateAndTwice(id: string): Promise<void> {
  const { store } = instance;
  const ports = {
    store,
    turns: {},
    clock: systemClock,
    businessDate: async () => today,
    paidOn: async () => today,
  } as unknown as PaymentPorts;
  const [started, expired] = [
    startedPayment(id, { payer: BUYER, payee: LANDLORD, kind: 'rlusd_payment', tokens: null, propertyId: null }),
    { type: 'PaymentExpired', data: { paymentId: id } },
  ];
  await store.append(`payment-${id}`, 'none', [started, expired], context());
  await acceptLatePrincipal(ports, await loadPayment({ store }, id), { hash: `${id}-late`, ledgerIndex: 9 });
  await acceptExtra(ports, await loadPayment({ store }, id), 'principal', { hash: `${id}-twice`, ledgerIndex: 9 });
}

/** A suspended buyer's payment for which no tokens will be issued, with its case. */
async function owe(id: string, hash: string): Promise<void> {
  const { store } = instance;
  const started = startedPayment(id, {
    payer: BUYER,
    payee: LANDLORD,
    platformFee: '0',
    totalAmount: '500',
    expiresAt: '2027-01-01T00:00:00Z',
  });
  const data = { paymentId: id, hash, ledgerIndex: 9, by: LANDLORD, amount: '500', feeKept: false };
  const back = {
    ...data,
    to: BUYER,
    propertyId: 1,
    propertyName: 'Sample Court',
    reason: 'suspended' as const,
    dueOn: null,
  };
  const paid = landedFacts(
    { paymentId: id, amount: 500_000_000n, platformFee: 0n },
    'recipient',
    1,
    { hash, tx: { Sequence: 7, LastLedgerSequence: 90 }, ledgerIndex: 9, result: 'tesSUCCESS' },
    '2026-12-01',
  );
  const facts = [
    started,
    ...paid,
    { type: 'PrincipalOwedBack', data: back },
    { type: 'PaymentFailed', data: { paymentId: id, code: 'undeliverable-suspended', message: 'x' } },
  ];
  await store.append(`payment-${id}`, 'none', facts, context());
  const { state } = await loadPayment({ store }, id);
  await store.append(`case-late-principal-${hash}`, 'none', openCase(owedCase(state, back), noCase), context());
}
async function resolve(subject: string, resolution = 'refunded'): Promise<void> {
  const caseId = `late-principal-${subject}`;
  const data = { caseId, resolution, note: 'x' };
  await instance.store.append(`case-${caseId}`, 'exists', [{ type: 'CaseResolved', data }], context());
}
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});
beforeEach(() => {
  suspended = false;
});

async function looked(id = paymentId) {
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  await job.look();
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  const { state } = await loadPayment({ store: instance.store }, id);
  const { hidden, overdue } = await loadListing(instance.store, 1);
  return { dueOn: state.owed!.dueOn, hidden, overdue };
}

describe('a payment that a landlord owes back', () => {
  it('is due once the case desk has released the buyer’s wallet, in ten business days', async () => {
    [today, suspended] = ['2026-12-30', true];
    expect(await looked()).toEqual({ dueOn: null, hidden: false, overdue: false });
    suspended = false;
    expect(await looked()).toEqual({ dueOn: DUE, hidden: false, overdue: false });
  });

  it('hides nothing while a gate is shut: the refund may stand on the ledger', async () => {
    [today, gateShut] = ['2028-01-01', true];
    expect(await looked()).toEqual({ dueOn: DUE, hidden: false, overdue: false });
    gateShut = false;
  });

  it('hides the landlord’s listings from the day after, whether or not the buyer’s wallet takes it', async () => {
    today = DUE;
    expect((await looked()).hidden).toBe(false);
    today = '2027-01-15';
    expect(await looked()).toMatchObject({ hidden: true, overdue: true });
    expect(await looked()).toMatchObject({ hidden: true, overdue: true });
  });

  it('and shows them again once it is settled', async () => {
    await resolve('PAID');
    expect(await looked()).toMatchObject({ hidden: false, overdue: false });
  });

  it('hides them as well for a late principal and for a second one, each ten business days after it was found', async () => {
    const id = randomUUID();
    today = '2026-12-30';
    await oweLateAndTwice(id);
    const { state } = await loadPayment({ store: instance.store }, id);
    expect(owedBack(state).map(({ dueOn }) => dueOn)).toEqual([DUE, DUE]);
    today = DUE;
    expect((await looked()).hidden).toBe(false);
    today = '2027-01-15';
    expect((await looked()).hidden).toBe(true);
    await resolve(id);
    expect((await looked()).hidden).toBe(true);
    await resolve(`${id}-twice`);
    expect((await looked()).hidden).toBe(false);
  });

  it.each([
    ['can be refunded once the wallet is released, also if somebody has closed its case before', 'no-action', DUE],
    ['is not asked for again if somebody says that it was refunded', 'refunded', null],
  ])('%s', async (_, resolution, dueOn) => {
    const other = randomUUID();
    [today, suspended] = ['2026-12-30', true];
    await owe(other, resolution);
    await resolve(resolution, resolution);
    expect(await looked(other)).toMatchObject({ dueOn: null });
    suspended = false;
    expect(await looked(other)).toEqual({ dueOn, hidden: false, overdue: false });
  });
});
