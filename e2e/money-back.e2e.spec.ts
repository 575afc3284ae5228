import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { launchBrowser } from './support/browser.js';
import { Program } from './support/program.js';
import { expectSound, signIn, visit, WIDTHS } from './support/visitor.js';

const program = new Program();
let browser: Browser;
let landlord: Person;
let one: Person;
let other: Person;
let admin: Person;
let escrow: string;
const loan = () => landlord.get('/api/loan/1');
/** Runs of the property, once every one that there must be is done. */
const runs = (count: number) =>
  until(
    () => admin.get('/api/payouts?propertyId=1'),
    (all: any[]) => all.length === count && all.every(({ status }) => status === 'completed'),
    `${count} completed payouts`,
    60_000,
  );
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

  it('the escrow’s books sum to what it holds on the ledger, and a rebuild says the same', async () => {
    const { ledgerBalance, accounts, onLedger } = await admin.get('/api/admin/escrow');
    expect(accounts.reduce((sum: number, { balance }: any) => sum + balance, 0)).toBeCloseTo(ledgerBalance, 6);
    expect(onLedger).toBe(ledgerBalance);
    expect(Number(await program.onLedger(escrow, 'rlusd'))).toBe(ledgerBalance);
    const rows = await admin.get('/api/admin/all-transactions?type=monthly_payout');
    expect(rows).toHaveLength(2);
    expect(rows.every(({ status, txHash }: any) => status === 'completed' && txHash)).toBe(true);
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
    await owner.page.getByRole('heading', { name: 'Payment details' }).waitFor();
    await owner.page.getByRole('heading', { name: 'Recommended payments' }).waitFor();
    await expectSound(owner.page, 'loan payback');
    const office = await visit(browser, width);
    await signIn(program, office.page, admin.address, 'landlord');
    for (const [path, heading] of [
      ['/admin/payouts', 'Payout runs'],
      ['/admin/payouts/unclaimed', 'Unclaimed'],
      ['/admin/escrow', 'Escrow books'],
      ['/landlord-payments', 'Property owner payments'],
    ] as const) {
      await office.page.goto(program.runtime.url + path);
      await office.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await expectSound(office.page, path);
    }
    await office.page.goto(`${program.runtime.url}/admin/payouts`);
    await office.page
      .getByRole('link', { name: /Open the payout/ })
      .first()
      .click();
    await office.page.getByRole('heading', { name: 'Everybody is paid' }).waitFor();
    await expectSound(office.page, 'payout run');
    expect([...owner.wrong, ...office.wrong]).toEqual([]);
    await owner.page.context().close();
    await office.page.context().close();
  });
});
