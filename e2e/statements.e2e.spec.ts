import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementFormat, StatementView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectSound, launchBrowser, signedIn, WIDTHS } from './support/browser.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** People's account statements compared with the ledger's own figures. */
const program = new Program(SHORT_LIST);
const SHOTS = process.env.SCREENSHOTS;
let browser: Browser;
let landlord: Person;
let one: Person;
let other: Person;
let admin: Person;
let propertyId: number;
const before = new Map<Person, bigint>();

const held = async (person: Person) => parseRlusd(await program.onLedger(person.address, 'rlusd'));
const year = () => new Date().toISOString().slice(0, 4);
const month = () => new Date().toISOString().slice(0, 7);
const statement = (person: Person, period = year()): Promise<StatementView> =>
  person.get(`/api/statements/${period}`) as Promise<StatementView>;
const sum = (amounts: readonly string[]) => toDecimal(amounts.reduce((total, one) => total + parseRlusd(one), 0n));

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  [landlord, one, other] = await Promise.all([
    program.newPerson({ xrp: 100, rlusd: 10_000 }),
    program.newPerson({ xrp: 100, rlusd: 10_000 }),
    program.newPerson({ xrp: 100, rlusd: 10_000 }),
  ]);
  admin = await program.personOf('admin').signIn('investor');
  await landlord.signIn('landlord');
  await landlord.verify('landlord', { firstName: 'Laura', lastName: 'Landlord', email: 'laura@example.com' });
  for (const [person, firstName] of [
    [one, 'Ivo'],
    [other, 'Ada'],
  ] as const) {
    await person.signIn('investor');
    await person.verify('investor', { firstName, lastName: 'Investor', email: `${firstName}@example.com` });
  }
  for (const person of [landlord, one, other]) before.set(person, await held(person));
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

/** The ledger and the statement agree to the micro-unit, and the movements sum to what opened and closed. */
async function expectToEqualLedger(person: Person): Promise<StatementView> {
  const own = await statement(person);
  expect(own.closing).toBe(toDecimal((await held(person)) - before.get(person)!));
  const change = toDecimal(parseRlusd(own.closing) - parseRlusd(own.opening));
  expect(sum(own.movements.map(({ amount }) => amount))).toBe(change);
  expect(own.movements.at(-1)?.balance ?? own.opening).toBe(own.closing);
  return own;
}

async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

describe('statements of a sale and its rent (money 2, 4)', () => {
  it('after two purchases equal what the ledger shows', async () => {
    const terms = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };
    ({ id: propertyId } = await landlord.list(terms));
    await one.buy(propertyId, 13);
    await other.buy(propertyId, 7);
    const own = await expectToEqualLedger(one);
    expect(own).toMatchObject({ running: true, totals: { bought: '1300', fees: '32.5', interest: '0' } });
    expect(own.holdings).toEqual([
      { property: { id: propertyId, name: expect.any(String) }, tokens: 13, cost: '1300', outstanding: '1300' },
    ]);
    const sold = await expectToEqualLedger(landlord);
    expect(sold.movements.map(({ type, amount }) => `${type} ${amount}`)).toEqual(['purchase 1300', 'purchase 700']);
    expect(sold.movements.map(({ counterparty }) => counterparty)).toEqual([
      expect.stringContaining('…'),
      expect.stringContaining('…'),
    ]);
  });

  it('after three paybacks: each share is its interest and principal, all shares are the loan’s', async () => {
    await landlord.post(`/api/properties/${propertyId}/close`);
    const loan = () => landlord.get(`/api/loan/${propertyId}`);
    await until(loan, ({ loanStatus }: any) => loanStatus === 'current', 'the loan');
    const { remainingBalance: owed } = await loan();
    for (let nth = 1; nth <= 3; nth++) {
      const { monthlyPaymentAmount } = await loan();
      const { paymentId } = await landlord.post('/api/rlusd/payback', {
        propertyId,
        paybackAmount: monthlyPaymentAmount,
        investorWallet: program.runtime.accounts.payoutEscrow,
      });
      await landlord.seeThrough(paymentId);
      await until(
        () => admin.get(`/api/payouts?propertyId=${propertyId}`),
        (runs: any[]) => runs.length === nth && runs.every(({ status }) => status === 'completed'),
        `${nth} payouts`,
        60_000,
      );
    }
    const [first, second] = [await expectToEqualLedger(one), await expectToEqualLedger(other)];
    const shares = [first, second].flatMap(({ movements }) => movements.filter(({ type }) => type === 'rent_share'));
    expect(shares).toHaveLength(6);
    for (const { amount, interest, principal, fee } of shares)
      expect(toDecimal(parseRlusd(interest!) + parseRlusd(principal!) - parseRlusd(fee!))).toBe(amount);
    const { remainingBalance: left, totalPaid } = await loan();
    const returned = sum([first.totals.principal, second.totals.principal]);
    expect(returned).toBe(toDecimal(parseRlusd(owed) - parseRlusd(left)));
    expect(sum([first.totals.interest, second.totals.interest, returned])).toBe(toDecimal(parseRlusd(totalPaid)));
    expect(sum([first.holdings[0]!.outstanding, second.holdings[0]!.outstanding])).toBe(toDecimal(parseRlusd(left)));
    const repaid = await expectToEqualLedger(landlord);
    expect(repaid.movements.filter(({ type }) => type === 'repayment')).toHaveLength(3);
  });

  it('in every format, each with a body of its own', async () => {
    const formats: [StatementFormat, string][] = [
      ['pdf', '%PDF-'],
      ['csv', ''],
      ['xlsx', 'PK'],
      ['ofx', ''],
      ['camt053', '<?xml'],
      ['jsonl', '{'],
      ['journal', ';'],
    ];
    for (const [format, begins] of formats) {
      const answer = await fetch(`${program.runtime.url}/api/statements/${month()}?format=${format}`, {
        headers: { Authorization: `Bearer ${one.token}` },
      });
      expect({ format, status: answer.status }).toEqual({ format, status: 200 });
      expect(answer.headers.get('content-disposition')).toContain(`statement-${month()}`);
      expect((await answer.text()).startsWith(begins)).toBe(true);
    }
    expect((await one.call('GET', `/api/statements/${month()}?format=doc`)).status).toBe(400);
  });

  it('are one’s own; an auditor or admin may name a wallet; periods are months and years', async () => {
    expect((await one.call('GET', `/api/statements/${year()}?wallet=${other.address}`)).status).toBe(403);
    expect((await admin.get(`/api/statements/${year()}?wallet=${one.address}`)).closing).toBe(
      (await statement(one)).closing,
    );
    for (const period of ['2026-13', '2099', 'x'])
      expect((await one.call('GET', `/api/statements/${period}`)).status).toBe(400);
    expect((await one.get('/api/statements')).map(({ period }: any) => period)).toEqual([year(), month()]);
  });

  it('come out of the log again as they were', async () => {
    const own = (await statement(one)).movements;
    const activity = await one.get('/api/activity?limit=200');
    // A day is one of the business calendar; a time is that of the record.
    const [newest] = activity;
    const among = async (query: string) => (await one.get(`/api/activity?limit=200&${query}`)).map(({ id }: any) => id);
    expect(await among(`from=${newest.date}&to=${newest.date}`)).toContain(newest.id);
    expect(await among(`from=${newest.at}`)).toContain(newest.id);
    expect(await among(`to=${newest.at}`)).not.toContain(newest.id);
    await admin.post('/api/admin/read-models/rebuild', { name: 'movements' });
    await until(
      () => admin.get('/api/admin/read-models/rebuild'),
      (all: any[]) => all.find(({ name }) => name === 'movements').state === 'live',
      'the rebuild',
      60_000,
    );
    expect((await statement(one)).movements).toEqual(own);
    expect(await one.get('/api/activity?limit=200')).toEqual(activity);
  });
});

describe('the pages (money 5)', () => {
  it.each(Object.keys(WIDTHS) as (keyof typeof WIDTHS)[])('are sound, %s, light and dark', async (width) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const [who, person] of [
        ['investor', one],
        ['landlord', landlord],
      ] as const) {
        const { page, context, wrong } = await signedIn(browser, person, width, scheme);
        for (const [at, shown] of [
          ['/activity', 'Activity'],
          ['/statements', 'Statements'],
          [`/statements?period=${year()}`, 'Statements'],
        ] as const) {
          await page.goto(program.runtime.url + at);
          await page.getByRole('heading', { level: 1, name: shown }).waitFor();
          await page.locator('table').first().waitFor();
          const name = `${at.slice(1).replace(/\W/g, '-')}-${who}-${width}-${scheme}`;
          await shot(page, name);
          await expectSound(page, name);
        }
        expect(wrong).toEqual([]);
        await context.close();
      }
  });

  it('say what the ledger says, lead to a receipt, and hand the file over', async () => {
    const { page, context, wrong } = await signedIn(browser, one, 'wide');
    await page.goto(`${program.runtime.url}/statements`);
    const paper = page.getByRole('article');
    await paper.getByText('Received minus paid, at the end').waitFor();
    const digits = (await statement(one, month())).rentReceived;
    expect(await paper.getByRole('region', { name: 'Rent received' }).innerText()).toContain(digits);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    expect((await downloaded).suggestedFilename()).toBe(`statement-${month()}.pdf`);
    await paper.getByRole('link', { name: 'Rent share' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('show within a second what has moved', async () => {
    const { page, context, wrong } = await signedIn(browser, landlord, 'wide');
    await page.goto(`${program.runtime.url}/activity`);
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('cell', { name: 'Deposit', exact: true }).count()).toBe(0);
    const { paymentId } = await landlord.post('/api/rlusd/deposit', { propertyId, amount: 25 });
    await page.getByRole('cell', { name: 'Deposit', exact: true }).waitFor({ timeout: 2_000 });
    await landlord.seeThrough(paymentId);
    await page
      .getByRole('row', { name: /Deposit/ })
      .getByText('Completed')
      .waitFor({ timeout: 2_000 });
    await expectToEqualLedger(landlord);
    expect(wrong).toEqual([]);
    await context.close();
  });
});
