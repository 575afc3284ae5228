import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountSetAsfFlags } from 'xrpl';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { sendPastThePlatform, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Rent from the landlord to the holders, on the whole program. */
const program = new Program(SHORT_LIST);
let landlord: Person;
let investor: Person;
let other: Person;
let admin: Person;
let stranger: Person;
let id: number;
const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  [landlord, stranger, investor, other, admin] = await Promise.all([
    program.personOf('landlord').signIn('landlord'),
    program.personOf('landlord', 1).signIn('landlord'),
    program.personOf('investor').signIn('investor'),
    program.personOf('investor', 1).signIn('investor'),
    program.personOf('admin').signIn('investor'),
  ]);
  for (const [person, as] of [
    [landlord, 'landlord'],
    [investor, 'investor'],
    [other, 'investor'],
  ] as const)
    await person.verify(as);
  ({ id } = await landlord.list(TERMS));
  await investor.buy(id, 3);
  await other.buy(id, 7);
  await landlord.post(`/api/properties/${id}/close`);
});
afterAll(() => program.remove());

const escrow = () => program.runtime.accounts.payoutEscrow;
const rlusdOf = async ({ address }: Person) => Number(await program.onLedger(address, 'rlusd'));
const payout = async (person: Person, runId: string) =>
  ((await person.get(`/api/payouts?propertyId=${id}`)) as { id: string }[]).find((run) => run.id === runId);
const rlusd = (value: string) => ({
  currency: program.runtime.accounts.rlusdCurrency,
  issuer: program.runtime.accounts.rlusdIssuer,
  value,
});

/** Repays through the escrow, and waits until the payout run is completed. */
async function payBack(paybackAmount: number): Promise<any> {
  const order = { propertyId: id, paybackAmount, investorWallet: escrow(), type: 'loan_payback' };
  const { paymentId } = await landlord.post('/api/rlusd/payback', order);
  await landlord.seeThrough(paymentId);
  return until(
    () => payout(admin, `payback-${paymentId}`),
    (run: any) => run?.status === 'completed',
    'the payout run',
  );
}

async function account(person: Person, flag: object): Promise<void> {
  await untilValidated(program, await sendPastThePlatform(program, person, { TransactionType: 'AccountSet', ...flag }));
}

async function arrive(value: string, fields: object = {}): Promise<string> {
  const payment = { TransactionType: 'Payment', Destination: escrow(), Amount: rlusd(value), ...fields };
  const hash = await sendPastThePlatform(program, stranger, payment);
  await untilValidated(program, hash);
  return hash;
}

const booked = (name: string) =>
  until(
    async () => (await admin.get('/api/admin/escrow')).accounts.find((one: any) => one.name === name)?.balance ?? 0,
    (balance) => balance > 0,
    name,
  );

describe('a payback is paid out to the holders', () => {
  it('by their tokens, each on the ledger once; each sees the own line, the owner and the office all', async () => {
    const before = [await rlusdOf(investor), await rlusdOf(other)];
    const run = await payBack(100);
    expect(run).toMatchObject({ source: 'payback', amount: 100, fee: 0, lines: 2, settled: 2, unclaimed: 0 });
    expect(await rlusdOf(investor)).toBeCloseTo(before[0]! + 30, 6);
    expect(await rlusdOf(other)).toBeCloseTo(before[1]! + 70, 6);
    const lines = (person: Person) => person.get(`/api/payouts/${run.id}/lines`);
    const own = { wallet: investor.address, tokens: 3, amount: 30, status: 'settled', reason: null };
    expect(await lines(investor)).toMatchObject([own]);
    expect(await lines(admin)).toHaveLength(2);
    expect(await lines(landlord)).toHaveLength(2);
    expect((await stranger.call('GET', `/api/payouts/${run.id}/lines`)).status).toBe(404);
    expect(await stranger.get('/api/payouts')).toEqual([]);
  });

  it('as rows monthly_payout of the transaction log, which the platform’s volume leaves out', async () => {
    const rows = await admin.get('/api/admin/all-transactions?type=monthly_payout');
    expect(rows.map(({ amount }: any) => amount).sort()).toEqual([30, 70]);
    const [{ id: payoutId }] = await admin.get('/api/payouts');
    expect(rows.map((row: any) => [row.paymentId, row.payoutId])).toEqual(Array(2).fill([null, payoutId]));
    const stats = await admin.get('/api/admin/platform-stats');
    expect(stats).toMatchObject({ completedPayouts: 2, totalVolume: 1100 });
  });

  it('a line that cannot be paid is unclaimed with its reason, and paid once the ledger shows the cure', async () => {
    await account(investor, { SetFlag: AccountSetAsfFlags.asfDepositAuth });
    const run = await payBack(100);
    expect(run).toMatchObject({ settled: 1, unclaimed: 1 });
    const owed = { wallet: investor.address, runId: run.id, propertyId: id, amount: 30, reason: 'deposit-auth' };
    expect(await investor.get('/api/payouts/unclaimed')).toMatchObject([owed]);
    expect(await other.get('/api/payouts/unclaimed')).toEqual([]);
    const list = '/api/payouts/unclaimed/export.csv?year=2999';
    expect((await investor.call('GET', list)).status).toBe(403);
    expect((await admin.call('GET', list)).body).toContain(investor.address);
    const before = await rlusdOf(investor);
    await account(investor, { ClearFlag: AccountSetAsfFlags.asfDepositAuth });
    expect(await admin.post(`/api/payouts/${run.id}/retry`)).toMatchObject({ settled: 1, unclaimed: 1 });
    await until(
      () => investor.get('/api/payouts/unclaimed'),
      (lines) => lines.length === 0,
      'the unclaimed line being paid',
    );
    await until(
      () => rlusdOf(investor),
      (now) => Math.abs(now - before - 30) < 1e-6,
      'the money',
    );
    // The run's totals have not changed.
    expect(await payout(admin, run.id)).toMatchObject({ settled: 1, unclaimed: 1, status: 'completed' });
  });
});

describe('a holder against whom a hit stands (rule 7)', () => {
  it('has the line wait as unclaimed, and is paid when two officers have cleared the case', async () => {
    const officer = await program.personOf('compliance').signIn('investor');
    const cases = async () =>
      ((await officer.get('/api/compliance/cases?show=open')) as any[]).find(
        (row) => row.wallet === investor.address && row.kind === 'screening',
      );
    await investor.verify('landlord', { firstName: 'Nicolas', lastName: 'Maduro Moros' });
    const { id: caseId }: any = await until(cases, Boolean, 'the case');
    const before = await rlusdOf(investor);
    const run = await payBack(100);
    expect(run).toMatchObject({ settled: 1, unclaimed: 1 });
    const owed = { wallet: investor.address, runId: run.id, amount: 30, reason: 'compliance' };
    expect(await admin.get('/api/payouts/unclaimed')).toMatchObject([owed]);
    // Neither the holder nor the landlord is told that the desk holds it.
    for (const path of [`/api/payouts/${run.id}/lines`, '/api/payouts/unclaimed', '/api/payouts'])
      for (const person of [investor, landlord])
        expect(JSON.stringify(await person.get(path))).not.toContain('compliance');
    expect(await payout(investor, run.id)).toMatchObject({ own: { status: 'unclaimed', reason: 'under-review' } });
    // An admin's retry of the run does not pay a holder whom the compliance desk holds.
    await admin.post(`/api/payouts/${run.id}/retry`);
    expect(await admin.get('/api/payouts/unclaimed')).toMatchObject([owed]);
    const { hits, revision } = await officer.get(`/api/compliance/cases/${caseId}`);
    const decision = {
      decision: 'clear',
      reason: 'Another person: the document was read',
      hits: hits.map(({ entityNumber }: any) => entityNumber),
    };
    await officer.post(`/api/compliance/cases/${caseId}/decide`, { ...decision, revision });
    expect(await admin.get('/api/payouts/unclaimed')).toMatchObject([owed]);
    await admin.post(`/api/compliance/cases/${caseId}/decide`, { ...decision, revision: revision + 1 });
    await until(
      () => rlusdOf(investor),
      (now) => Math.abs(now - before - 30) < 1e-6,
      'the money',
    );
    expect(await admin.get('/api/payouts/unclaimed')).toEqual([]);
  });
});

describe('what reaches the escrow from outside', () => {
  it('marked by another wallet than the owner’s it waits in suspense, and a case that is resolved sends it back', async () => {
    const hash = await arrive('12.5', { DestinationTag: id });
    expect(await booked(`suspense/${hash}`)).toBe(12.5);
    const before = await rlusdOf(stranger);
    const note = 'It was not meant for us: sent back to its sender.';
    await admin.post(`/api/admin/cases/escrow-suspense-${hash}/resolve`, { resolution: 'refunded', note });
    await until(
      () => rlusdOf(stranger),
      (now) => now === before + 12.5,
      'the money that went back',
    );
  });

  it('the owner withdraws a deposit to the own wallet, above what is due and no more', async () => {
    const { paymentId } = await landlord.post('/api/rlusd/deposit', { propertyId: id, amount: 40 });
    await landlord.seeThrough(paymentId);
    const withdraw = (person: Person, amount: number) =>
      person.call('POST', '/api/loan/withdraw-deposit', { body: { propertyId: id, amount } });
    expect((await withdraw(stranger, 1)).status).toBe(404);
    expect((await withdraw(landlord, 40.01)).status).toBe(409);
    const before = await rlusdOf(landlord);
    const { status, body } = await withdraw(landlord, 15);
    expect({ status, success: body.success }).toEqual({ status: 202, success: true });
    await until(
      () => rlusdOf(landlord),
      (now) => Math.abs(now - before - 15) < 1e-6,
      'the withdrawal',
    );
    expect((await landlord.get(`/api/loan/${id}`)).deposit).toBe(25);
  });
});

describe('an admin', () => {
  it('alone stops a run and lets it go on', async () => {
    const run = (await admin.get('/api/payouts'))[0];
    expect((await investor.call('POST', `/api/payouts/${run.id}/pause`, { body: {} })).status).toBe(403);
    expect((await admin.call('POST', `/api/payouts/payback-none/pause`, { body: {} })).status).toBe(404);
  });

  it('finds books and ledger equal, both ways', async () => {
    await until(
      async () => (await admin.get('/api/admin/escrow')) as { ledgerBalance: number; onLedger: number },
      ({ ledgerBalance, onLedger }) => ledgerBalance === onLedger,
      'the books',
    );
    await expectBooksToEqualLedger(program);
    const view = await admin.post('/api/admin/reconciliation', { full: true });
    expect(view.openFindings).toEqual({});
  });
});
