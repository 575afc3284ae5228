import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dayInWords, type Day } from '@tknest/contracts/money';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, PAGE_PATIENCE_MS, watch, WIDTHS } from './support/browser.js';
import { Program } from './support/program.js';
import { pause } from './support/stand-in-program.js';
import { SHORT_LIST } from './support/short-list.js';

/** "What to try first" of the README, done by a newcomer who presses what it prints in bold. */
const program = new Program({ DEMO_DATA: 'full', ...SHORT_LIST });
let browser: Browser;
let page: Page, phone: Page;
let wrong: string[];
/** The calls of the page. */
const asked: string[] = [];

const [, section] = /## What to try first\n([^]*?)\n## /.exec(readFileSync('README.md', 'utf8'))!;
/** Each step's sentences. */
const STEPS = section!
  .split(/^\d+\. /m)
  .slice(1)
  .map((step) =>
    step
      .trim()
      .replace(/\s+/g, ' ')
      .split(/(?<=\.) /),
  );

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const open = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const pickUp = (owner: string) => phone.getByRole('group', { name: 'Whose phone' }).getByText(owner).click();

/** Signs the request that is open on the phone, or opens the next one. */
async function sign(): Promise<void> {
  const phoneItself = phone.getByRole('main');
  const request = phoneItself.getByRole('listitem').filter({ has: phone.locator('time') });
  await request
    .getByRole('button')
    .or(phoneItself.getByRole('button', { name: /^Next: / }))
    .first()
    .click();
  await phoneItself.getByRole('button', { name: 'Sign', exact: true }).click();
  await phoneItself.getByRole('heading', { name: 'Signed' }).waitFor();
}
async function signAndPutAway(): Promise<void> {
  await sign();
  await phone.getByRole('button', { name: 'Done' }).click();
}
async function signInAs(owner: string, role?: string): Promise<void> {
  await press(/^Account /);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('Successfully disconnected wallet.').waitFor();
  if (role) await page.getByText(role, { exact: true }).click();
  await press('Connect Xaman Wallet');
  await page.getByText(/Waiting for your wallet/).waitFor();
  await pickUp(owner);
  await signAndPutAway();
}

/** What a newcomer does at each sentence. `bold`: what it prints in bold, in order; `code`: what it prints as code. */
type Do = (bold: string[], code: string) => Promise<unknown>;
const DOES: [RegExp, Do][] = [
  [
    /^Open <http:\/\/localhost:3000>, enter the access code .*, and choose \*\*/,
    async ([signIn], code) => {
      await page.goto(program.runtime.url);
      await page.getByLabel('Access code').fill(code);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: signIn }).click();
    },
  ],
  [
    /^Keep the role Rent Recipient, and choose \*\*/,
    async ([connect]) => {
      expect(await page.getByRole('radio', { name: 'Rent Recipient' }).isChecked()).toBe(true);
      await press(connect!);
    },
  ],
  [
    /^Open the sandbox's phone at <http:\/\/localhost:3001\/phone>, choose the phone of Ida Example, .*sign the request\.$/,
    async () => {
      await phone.goto(program.runtime.sandbox.phone);
      await pickUp('Ida Example');
      // What the landing page asked for is not the home's.
      asked.length = 0;
      await signAndPutAway();
      await heading('Available Properties');
      // Opening the live feed loads nothing a second time: a catch-up begins within a second.
      await pause(1_500);
      const lists = asked.filter((path) => /^\/api\/(portfolio|market|transactions)/.test(path));
      expect(lists.sort()).toEqual([...new Set(lists)]);
      expect(lists).toHaveLength(3);
      // A demo that is ahead of today would say so in the top bar.
      expect(await page.getByLabel(/^Demo clock/).count()).toBe(0);
    },
  ],
  [
    /^Choose \*\*.*\*\* on Sample Court, buy a token, and sign both requests on the phone: /,
    async ([participate]) => {
      const first = page.getByRole('article').first();
      await first.getByRole('heading', { name: 'Sample Court' }).waitFor();
      await first.getByRole('link', { name: participate }).click();
      await press('Purchase 1 token');
      await sign();
      await sign();
      await phone.getByRole('button', { name: 'Done' }).click();
      await heading('Settled');
      await page.keyboard.press('Escape');
    },
  ],
  [
    /^Open \*\*Sandbox desk\*\* in the sidebar, and choose \*\*.*\*\*: the landlord closes the sale/,
    async ([desk, payRent]) => {
      await open(desk!);
      await page.getByText(/^Sample Court, \d+ tokens$/).waitFor({ state: 'attached' });
      await press(payRent!);
      await page.getByText(/^The landlord of Sample Court paid [\d.]+ RLUSD/).waitFor();
    },
  ],
  [
    /^Within a minute the bell tells you that your rent share has arrived\.$/,
    async () => {
      await page.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click();
      await page
        .getByRole('heading', { name: /from Sample Court arrived|of rent arrived/ })
        .first()
        .waitFor();
      await page.goBack();
    },
  ],
  [
    /^Choose \*\*.*\*\* and confirm it: the calendar moves forward by a month\.$/,
    async ([month]) => {
      await press(month!);
      await page.getByRole('dialog').getByRole('button', { name: 'Move the calendar' }).click();
      await page.getByText(/^It is \w+ \d+, \d+ now/).waitFor();
    },
  ],
  [
    /^\*\*Portfolio Analytics\*\* shows what your tokens have earned\.$/,
    async ([portfolio]) => {
      await open(portfolio!);
      await page
        .getByRole('row', { name: /Sample Court/ })
        .first()
        .waitFor();
    },
  ],
  [
    /^Sign out, and sign in as Property Owner with the phone of Lena Landlord\.$/,
    async () => {
      await signInAs('Lena Landlord', 'Property Owner');
      // A day without a time is the same day in New York.
      const rates = await page.request.get(`${program.runtime.url}/api/interest-rates`);
      const { lastUpdated } = (await rates.json()) as { lastUpdated: Day };
      await page
        .getByText(`Last updated ${dayInWords(lastUpdated)}`)
        .first()
        .waitFor();
    },
  ],
  [
    /^Open \*\*Loan payback\*\* and choose Mill House, whose loan is in arrears\.$/,
    async ([payback]) => {
      await open(payback!);
      await page.getByRole('combobox', { name: 'Property' }).click();
      await page.getByRole('option', { name: 'Mill House' }).click();
      await page
        .getByText(/in arrears/i)
        .first()
        .waitFor();
    },
  ],
  [
    /^Pay the recommended amount and sign it on Lena's phone\.$/,
    async () => {
      await press(/^Pay \d/);
      await sign();
      await sign();
      await phone.getByRole('button', { name: 'Done' }).click();
      await heading('Settled');
      await page.keyboard.press('Escape');
    },
  ],
  [
    /^Sign out, and sign in as Rent Recipient with the phone of Ida Example\.$/,
    () => signInAs('Ida Example', 'Rent Recipient'),
  ],
  [
    /^\*\*Rent received\*\* lists your rent shares, each with its transaction hash\.$/,
    async ([received]) => {
      await heading(received!);
      const shares = page.getByRole('region', { name: received }).getByRole('row').filter({ hasText: 'Sample Court' });
      await shares.first().waitFor();
    },
  ],
  [/^Sign out, and sign in with the phone of Ada Admin\.$/, () => signInAs('Ada Admin')],
  [
    /^Open \*\*Properties\*\*, and choose \*\*Hide\*\* at Sample Court: .* each time with a reason\.$/,
    async ([properties, hide]) => {
      await open(properties!);
      await press(`${hide}: Sample Court`);
      await page.getByLabel('Reason').fill('The title of this house is disputed');
      await page.getByRole('dialog').getByRole('button', { name: hide }).click();
      await page.getByText('Listing hidden').waitFor();
    },
  ],
  [/^Sign out, and sign in with the phone of Alan Auditor\.$/, () => signInAs('Alan Auditor')],
  [
    /^Choose \*\*Verify\*\*: the chain of the event log is intact\.$/,
    async ([verify]) => {
      await page.getByRole('button', { name: verify, exact: true }).first().click();
      await heading('The chain is intact');
    },
  ],
];

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  const timezoneId = 'America/New_York';
  const context = await browser.newContext({ viewport: WIDTHS.wide, reducedMotion: 'reduce', timezoneId });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  [page, phone] = [await context.newPage(), await context.newPage()];
  wrong = watch(page);
  page.on('request', (request) => void asked.push(request.url().slice(program.runtime.url.length)));
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

describe('“What to try first” of the README', () => {
  it.each(STEPS.map((sentences, index) => [index + 1, sentences] as const))('step %i', async (_, sentences) => {
    for (const sentence of sentences) {
      const does = DOES.filter(([words]) => words.test(sentence));
      expect({ sentence, tested: does.length }).toEqual({ sentence, tested: 1 });
      const bold = [...sentence.matchAll(/\*\*(.+?)\*\*/g)].map(([, words]) => words!);
      await does[0]![1](bold, /`(.+?)`/.exec(sentence)?.[1] ?? '');
    }
  });

  it('has eight steps, and nothing goes wrong on the way', () => {
    expect(STEPS).toHaveLength(8);
    expect(wrong).toEqual([]);
  });
});
