import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { until, type Wallet } from '../scripts/lib/platform-client.mjs';
import { expectSound, launchBrowser, signedIn } from './support/browser.js';
import { AGREEMENTS, PROFESSIONAL } from './support/applicants.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';
import { signInHere, signsWhatComes } from './support/signing-wallet.js';
import { verdict } from './support/verifiers.js';
import { visit } from './support/visitor.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

/** Two strangers and one property over three months: everything happens on the pages; only the wallets sign. */
const program = new Program(SHORT_LIST);
const MONTHS = 3;
/** Exit code of the verifiers if no anchor covers the record yet. */
const NOT_ANCHORED = 3;
const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-year-'));
const putAway: (() => void)[] = [];
let browser: Browser;
let landlord: Stranger;
let investor: Stranger;

interface Stranger {
  wallet: Wallet;
  page: Page;
  wrong: string[];
  /** RLUSD on the ledger at the start. */
  before: bigint;
}

async function stranger(): Promise<Stranger> {
  const wallet = await program.sandbox.newWallet({ xrp: 200, rlusd: 50_000 });
  putAway.push(signsWhatComes(program, wallet.address));
  const { page, wrong } = await visit(browser);
  return { wallet, page, wrong, before: await held(wallet) };
}
const held = async ({ address }: Wallet) => parseRlusd(await program.onLedger(address, 'rlusd'));
const url = (at: string) => program.runtime.url + at;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click();

/** Presses the button, and saves the file that it downloads. */
async function download(page: Page, name: string | RegExp): Promise<string> {
  const coming = page.waitForEvent('download');
  await press(page, name);
  const file = await coming;
  const at = path.join(folder, file.suggestedFilename());
  await file.saveAs(at);
  return at;
}

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  [landlord, investor] = [await stranger(), await stranger()];
});
afterAll(async () => {
  for (const end of putAway) end();
  await browser?.close();
  await program.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Signs in with this role, and gets verified. */
async function getsVerified({ page, wallet }: Stranger, role: 'landlord' | 'investor'): Promise<void> {
  await page.goto(url(`/auth?from=${encodeURIComponent(`/kyc?role=${role}`)}`));
  await signInHere(program, page, wallet.address, () => press(page, 'Connect Xaman Wallet'));
  await heading(page, 'Personal Information');
  await fill(page, {
    'First name': role === 'landlord' ? 'Laura' : 'Ivo',
    'Last name': 'Sample',
    'Date of birth': '1985-04-12',
    'Phone number': '+1 555 0100 200',
    Email: `${role}@example.com`,
    Address: '12 Example Street',
    City: 'Springfield',
    State: 'Illinois',
    'ZIP code': '62701',
    'Social security number': role === 'landlord' ? '219099991' : '219099992',
  });
  await press(page, 'Continue');
  await heading(page, /Professional Details|Investment Profile/);
  await fill(page, PROFESSIONAL[role]);
  await press(page, 'Continue');
  const pdf = pdfWith('document');
  for (const kind of ['Government ID', 'Proof of address', 'Proof of income'])
    await page
      .getByRole('region', { name: kind })
      .locator('input[type=file]')
      .setInputFiles({ name: `${kind}.pdf`, mimeType: 'application/pdf', buffer: pdf });
  await press(page, 'Continue');
  await heading(page, 'Review & Submit');
  for (const label of AGREEMENTS) await page.getByLabel(label).check();
  await press(page, 'Submit application');
  await page.waitForURL(url('/dashboard'));
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).and(page.locator('input, textarea')).fill(value);
}

it('verify, list and sell: a landlord and an investor, strangers both', async () => {
  await Promise.all([getsVerified(landlord, 'landlord'), getsVerified(investor, 'investor')]);
  const { page } = landlord;
  await page.goto(url('/?role=landlord'));
  await fill(page, {
    'Property name': 'Sample Court',
    'Monthly rent': '2500',
    Address: '12 Example Street, Springfield, IL 62701',
    'Program Purpose': 'Roof renewal',
  });
  await press(page, 'Create Property Listing');
  await press(page, 'Publish listing');
  await page.getByText('Property listed successfully!').waitFor();

  const buyer = investor.page;
  await buyer.goto(url('/?role=investor'));
  await buyer.getByRole('link', { name: 'Sample Court' }).first().click();
  await heading(buyer, 'Sample Court');
  await buyer.goto(url('/properties/1?tokens=20'));
  await press(buyer, 'Purchase 20 tokens');
  await buyer.getByText('Tokens purchased successfully!').waitFor();

  await page.goto(url('/?role=landlord'));
  await press(page, 'Close listing');
  await page.getByRole('dialog').getByRole('button', { name: 'Close listing' }).click();
  await page.getByText(/is closed to new purchases/).waitFor();
});

it(`pay back and receive rent over ${MONTHS} months, as time passes at the sandbox desk`, async () => {
  const { page } = landlord;
  for (let month = 1; month <= MONTHS; month++) {
    await page.goto(url('/sandbox-desk'));
    await press(page, 'Let a month pass');
    await press(page, 'Move the calendar');
    await page.getByText(/^It is \w+ \d+, \d+ now/).waitFor();
    await page.goto(url('/landlord-payback'));
    await heading(page, 'Recommended payments');
    // What is due is chosen already.
    await press(page, /^Pay [\d,.]+ RLUSD$/);
    await page.getByText('Payback Successful').waitFor();
    await investor.page.goto(url('/notifications'));
    await investor.page
      .getByRole('heading', { name: /of rent arrived$/ })
      .nth(month - 1)
      .waitFor();
  }
});

it('a deposit is on the page once a ledger has it', async () => {
  const { page } = landlord;
  await page.goto(url('/landlord-payback'));
  await page.getByLabel('Amount to deposit').fill('12.34');
  await press(page, 'Deposit');
  // The amount beside its heading, without a reload.
  await page.getByRole('region', { name: 'Automatic payments' }).getByText('12.34').waitFor();
});

it('the statements of the years hold what the ledger shows, in each file', async () => {
  for (const { page, wallet, before, wrong } of [landlord, investor]) {
    await page.goto(url('/statements'));
    await page.getByText('Yearly', { exact: true }).click();
    await page.getByText('More formats').click();
    // The year that the calendar has reached, and, if that is another one, the year in which they bought.
    const year = Number(new URL(page.url()).searchParams.get('period'));
    const bought = new Date().getFullYear();
    let [closing, moved] = ['0', 0n];
    for (let period = bought; period <= year; period++) {
      await page.goto(url(`/statements?period=${period}`));
      await page.getByText('More formats').click();
      const [frame, ...movements] = readFileSync(await download(page, 'JSON lines'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(frame).toMatchObject({ period: String(period), opening: closing });
      expect(movements.every(({ date }) => date.startsWith(String(period)))).toBe(true);
      moved += movements.reduce((sum, { amount }) => sum + parseRlusd(amount), 0n);
      ({ closing } = frame);
    }
    expect([closing, moved]).toEqual([toDecimal(moved), (await held(wallet)) - before]);
    for (const format of ['CSV', 'Excel', 'OFX', 'camt.053', 'Journal', 'Download PDF'])
      expect(readFileSync(await download(page, format)).length).toBeGreaterThan(200);
    await expectSound(page, 'the statement of a year');
    expect(wrong).toEqual([]);
  }
});

it('a receipt of rent proves itself to whoever has the two files and a node of the ledger', async () => {
  const { page } = investor;
  await page.goto(url('/notifications'));
  await page
    .getByRole('link', { name: /receipt/i })
    .first()
    .click();
  await heading(page, /Receipt/);
  await page.getByText('How to check it').click();
  const proof = await download(page, /proof/i);
  const { sandbox, accounts } = program.runtime;
  const proved = (file: string) =>
    verdict(file, '--issuer', accounts.issuer, '--ledger', sandbox.ledger.replace(/^ws/, 'http'));
  // The schedule might have anchored it by now: the months that passed made the next anchor due.
  const { anchor } = JSON.parse(readFileSync(proof, 'utf8'));
  expect(await proved(proof)).toMatchObject({ code: anchor ? 0 : NOT_ANCHORED });
  const admin = await signedIn(browser, await program.personOf('admin').signIn('investor'), 'wide');
  await admin.page.goto(url('/audit'));
  await press(admin.page, 'Anchor now');
  await heading(admin.page, 'The event log is anchored on the ledger');
  // A worker signs the receipt's proof once it has read the anchor.
  const again = async () => {
    await page.reload();
    await page.getByText('How to check it').click();
    return proved(await download(page, /proof/i));
  };
  await until(again, ({ code }) => code !== NOT_ANCHORED, 'the proof with its anchor');
  expect(await again()).toMatchObject({ code: 0 });
});
