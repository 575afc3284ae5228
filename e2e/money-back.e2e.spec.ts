import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { launchBrowser } from './support/browser.js';
import { sendPastThePlatform, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { expectSound, signIn, visit, WIDTHS } from './support/visitor.js';
import { SHORT_LIST } from './support/short-list.js';

const program = new Program(SHORT_LIST);
let browser: Browser;
let landlord: Person;
let one: Person;
let other: Person;
let admin: Person;
let escrow: string;
const day = (date: string) => admin.post('/api/admin/business-date', { date });
const loan = () => landlord.get('/api/loan/1');
/** The property's payout runs, once there are so many and all are completed. */
const runs = (count: number) =>
  until(
    () => admin.get('/api/payouts?propertyId=1'),
    (all: any[]) => all.length === count && all.every(({ status }) => status === 'completed'),
    `${count} completed payouts`,
    60_000,
  );
/** The admin's wallet gets RLUSD and pays some of it to the escrow, marked for the float. */
async function fillFloat(value: string): Promise<void> {
  const { rlusdIssuer: issuer, rlusdCurrency: currency } = program.runtime.accounts;
  const amount = { currency, issuer, value };
  const send = async (person: Person, fields: Record<string, unknown>) =>
    untilValidated(program, await sendPastThePlatform(program, person, fields));
  await send(admin, { TransactionType: 'TrustSet', LimitAmount: { ...amount, value: '1000' } });
  await send(landlord, { TransactionType: 'Payment', Destination: admin.address, Amount: amount });
  const MemoType = Buffer.from('tknest/float/1').toString('hex').toUpperCase();
  await send(admin, {
    TransactionType: 'Payment',
    Destination: escrow,
    Amount: amount,
    Memos: [{ Memo: { MemoType } }],
  });
}
const linesOf = (id: string) => admin.get(`/api/payouts/${encodeURIComponent(id)}/lines`);

beforeAll(async () => {
  await program.start();
  browser = await launchBrowser();
  landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  await landlord.list();
  admin = await program.personOf('admin').signIn('landlord');
  [one, other] = [await program.newPerson(), await program.newPerson()];
  for (const [person, tokens] of [
    [one, 30],
    [other, 10],
  ] as const) {
    await person.signIn('investor');
    await person.verify('investor');
    const { paymentId } = await person.post('/api/properties/1/purchase', { tokensToPurchase: tokens });
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
  }
  await landlord.post('/api/properties/1/close');
  await until(
    () => landlord.get('/api/properties/1'),
    ({ loanStatus }: any) => loanStatus === 'current',
    'the loan',
  );
  escrow = program.runtime.accounts.payoutEscrow;
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

describe('money that comes back', () => {
  it('a payback reaches every holder once, by share, with the fee on top', async () => {
    const before = [await program.onLedger(one.address, 'rlusd'), await program.onLedger(other.address, 'rlusd')];
    const { monthlyPaymentAmount: amount } = await loan();
    const started = await landlord.post('/api/rlusd/payback', {
      propertyId: 1,
      paybackAmount: amount,
      investorWallet: escrow,
    });
    expect(started.platformFee).toBeCloseTo(amount * 0.025, 2);
    expect(await landlord.seeThrough(started.paymentId)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    const [run] = await runs(1);
    expect(run).toMatchObject({ source: 'payback', amount, fee: 0, lines: 2, settled: 2, unclaimed: 0 });
    const lines = await linesOf(run.id);
    expect(lines.reduce((sum: number, line: any) => sum + line.amount, 0)).toBeCloseTo(amount, 6);
    const shareOf = (person: Person) => lines.find(({ wallet }: any) => wallet === person.address).amount;
    expect(shareOf(one) / shareOf(other)).toBeCloseTo(3, 3);
    for (const [index, person] of [one, other].entries()) {
      const gained = Number(await program.onLedger(person.address, 'rlusd')) - Number(before[index]);
      expect(gained).toBeCloseTo(shareOf(person), 6);
    }
    await expectBooksToEqualLedger(program);
  });

  it('a short deposit pays nothing and is claimed; topped up, it is collected whole, once', async () => {
    const { monthlyPaymentAmount, nextPaymentDue } = await loan();
    expect(await landlord.post('/api/loan/setup-autopay', { propertyId: 1, autoPayEnabled: true })).toMatchObject({
      nextPaymentDate: expect.any(String),
    });
    const deposit = async (amount: number) => {
      const { paymentId } = await landlord.post('/api/rlusd/deposit', { propertyId: 1, amount });
      expect(await landlord.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
    };
    await deposit(10);
    // The earlier repayment was the first installment; this is the second.
    const due = new Date(`${nextPaymentDue}T00:00:00Z`);
    due.setUTCDate(due.getUTCDate() + 1);
    await day(due.toISOString().slice(0, 10));
    const claimed = await until(loan, ({ claims }: any) => claims.length > 0, 'the claim', 60_000);
    expect(claimed.claims[0].missing).toBeCloseTo(claimed.claims[0].amount - 10, 2);
    expect(await admin.get('/api/payouts?propertyId=1')).toHaveLength(1);
    await deposit(Math.ceil(monthlyPaymentAmount));
    const [run] = await runs(2);
    expect(run).toMatchObject({ source: 'autopay', lines: 2, settled: 2 });
    expect(run.fee).toBeCloseTo(run.amount * 0.025, 2);
    expect((await loan()).claims).toEqual([]);
    await expectBooksToEqualLedger(program);
  });

  it('the escrow’s books sum to what it holds on the ledger, and a rebuild says the same', async () => {
    const { ledgerBalance, accounts, onLedger } = await admin.get('/api/admin/escrow');
    expect(accounts.reduce((sum: number, { balance }: any) => sum + balance, 0)).toBeCloseTo(ledgerBalance, 6);
    expect(onLedger).toBe(ledgerBalance);
    expect(Number(await program.onLedger(escrow, 'rlusd'))).toBe(ledgerBalance);
    const rows = await admin.get('/api/admin/all-transactions?type=monthly_payout');
    expect(rows).toHaveLength(4);
    expect(rows.every(({ status, txHash }: any) => status === 'completed' && txHash)).toBe(true);
  });

  it('an admin pays by hand out of what is the platform’s own, and out of nothing else', async () => {
    const payout = {
      recipientAddress: one.address,
      amount: '25.5',
      adminSeed: '',
      rlusdGateway: program.runtime.accounts.rlusdIssuer,
      destinationTag: '',
    };
    const asked = async (more: object) => {
      const { status, body } = await admin.call('POST', '/api/tokens/payout', { body: { ...payout, ...more } });
      return [status, body.detail ?? body.error];
    };
    // The deposit holds more than that, but belongs to a landlord.
    expect(await asked({})).toEqual([409, expect.stringContaining('float does not hold')]);
    expect(await asked({ rlusdGateway: escrow })).toEqual([400, expect.stringContaining('RLUSD gateway must be')]);
    expect(await asked({ adminSeed: landlord.wallet!.seed })).toEqual([
      400,
      'This seed is neither the payout escrow’s nor your own',
    ]);
    expect(await asked({ destinationTag: '4294967296' })).toEqual([400, expect.stringContaining('destination tag')]);
    payout.destinationTag = '4077';
    await fillFloat('40');
    await until(
      () => admin.get('/api/admin/escrow'),
      ({ accounts }: any) => accounts.some(({ name }: any) => name === 'float'),
      'the float',
    );
    const before = Number(await program.onLedger(one.address, 'rlusd'));
    const key = { 'Idempotency-Key': 'a-payout-by-hand' };
    const [first, again] = [
      await admin.post('/api/tokens/payout', payout, key),
      await admin.post('/api/tokens/payout', payout, key),
    ];
    expect(first).toMatchObject({ success: true, txHash: expect.any(String) });
    expect(again).toEqual(first);
    const { tx_json: sent } = await program.sandbox.ledger('tx', { transaction: first.txHash });
    expect(sent).toMatchObject({ Destination: one.address, DestinationTag: 4_077 });
    expect(await admin.get(`/api/tokens/operations/${first.id}`)).toMatchObject({
      kind: 'payout',
      status: 'completed',
    });
    expect(Number(await program.onLedger(one.address, 'rlusd')) - before).toBeCloseTo(25.5, 6);
    const lineless = await program.sandbox.newWallet({ xrp: 50 });
    expect(await asked({ recipientAddress: lineless.address, amount: '1' })).toEqual([
      200,
      'The recipient has no RLUSD trust line',
    ]);
    await expectBooksToEqualLedger(program);
  });

  it('what is somebody else’s, or nobody’s, is refused clearly', async () => {
    const payback = { propertyId: 1, paybackAmount: 200, investorWallet: escrow };
    const refused = async (person: Person, path: string, body: object) => {
      const { status, body: problem } = await person.call('POST', path, { body });
      return [status, problem.detail];
    };
    expect((await refused(one, '/api/rlusd/payback', payback))[0]).toBeGreaterThanOrEqual(403);
    expect(await refused(landlord, '/api/rlusd/payback', { ...payback, investorWallet: other.address })).toEqual([
      400,
      expect.stringContaining(escrow),
    ]);
    expect((await refused(landlord, '/api/rlusd/payback', { ...payback, paybackAmount: 1 }))[0]).toBe(400);
    expect((await one.call('GET', '/api/loan/1')).status).toBe(404);
    expect((await one.call('POST', '/api/payouts/any/pause', { body: {} })).status).toBe(403);
    expect((await one.call('GET', '/api/admin/escrow')).status).toBe(403);
  });

  it.each(Object.keys(WIDTHS) as (keyof typeof WIDTHS)[])('its pages are sound (%s)', async (width) => {
    const owner = await visit(browser, width);
    await signIn(program, owner.page, landlord.address, 'landlord');
    await owner.page.goto(`${program.runtime.url}/landlord-payback?propertyId=1`);
    await owner.page.getByRole('heading', { name: 'Recommended payments' }).waitFor();
    await owner.page.getByText('Pay another amount').click();
    await owner.page.getByRole('heading', { name: 'Payment details' }).waitFor();
    await expectSound(owner.page, 'loan payback');
    const office = await visit(browser, width);
    await signIn(program, office.page, admin.address, 'landlord');
    for (const [path, seen] of [
      ['/admin/payouts', /^\w+ 20\d\d$/],
      ['/admin/payouts/unclaimed', 'No unclaimed rent shares'],
      ['/admin/escrow', 'Books and ledger agree'],
      ['/landlord-payments', 'Save configuration'],
    ] as const) {
      await office.page.goto(program.runtime.url + path);
      await office.page.getByText(seen).first().waitFor();
      await expectSound(office.page, path);
    }
    const [run] = await admin.get('/api/payouts?propertyId=1');
    await office.page.goto(`${program.runtime.url}/admin/payouts/${run.id}`);
    await office.page.getByRole('heading', { name: 'All holders are paid' }).waitFor();
    await expectSound(office.page, 'payout run');
    expect([...owner.wrong, ...office.wrong]).toEqual([]);
    await owner.page.context().close();
    await office.page.context().close();
  });
});
