import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { launchBrowser, signedIn } from './support/browser.js';
import { takeLostFocus } from './support/focus-witness.js';
import { Insider } from './support/insider.js';
import { Program } from './support/program.js';
import { signInHere } from './support/signing-wallet.js';
import { visit } from './support/visitor.js';
import { SHORT_LIST } from './support/short-list.js';

const program = new Program(SHORT_LIST);
const MANY = 120;
/** By then a page has its live feed, and has asked again for whatever it asks twice. */
const FEED_OPENS_MS = 2_500;
let browser: Browser;
let landlord: Person;
let investor: Person;
let other: Person;

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  [landlord, investor, other] = await Promise.all([program.newPerson(), program.newPerson(), program.newPerson()]);
  await Promise.all([landlord.signIn('landlord'), investor.signIn('investor'), other.signIn('investor')]);
  await Promise.all([landlord.verify('landlord'), investor.verify('investor'), other.verify('investor')]);
  await landlord.list({ name: 'Sample Court' });
  await landlord.list({ name: 'Example Terrace' });
  await program.readModelsCaughtUp();
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

const url = (at: string) => program.runtime.url + at;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

/** Signs in on the page; the wallet's owner signs on the phone. */
const signIn = (page: Page, { address }: Person, button = 'Connect Xaman Wallet') =>
  signInHere(program, page, address!, () => page.getByRole('button', { name: button }).click());

/** Lets the first call of this path reach the server, and drops its answer. */
async function loseTheAnswer(context: BrowserContext, path: string): Promise<() => number> {
  let calls = 0;
  await context.route(`**${path}`, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return () => calls;
}

describe('the witness of the focus', () => {
  it('says so where a button takes itself away and leaves nobody anywhere', async () => {
    const { page, wrong } = await visit(browser);
    await page.goto(url('/terms'));
    await page.evaluate(() => {
      const button = Object.assign(document.createElement('button'), { textContent: 'Take me away' });
      document.body.replaceChildren(button);
      button.addEventListener('click', () =>
        setTimeout(() => document.documentElement.replaceChildren(document.createElement('body')), 50),
      );
    });
    await page.getByRole('button', { name: 'Take me away' }).click();
    await until(
      () => wrong.join(),
      (said) => said.includes('the focus is lost after click on “Take me away”'),
      'the witness',
      20_000,
    );
    expect(takeLostFocus().join()).toContain('the focus is lost after click on “Take me away”');
    await page.context().close();
  });
});

describe('what people do in a browser', () => {
  it('return after sign-in: who was sent to the sign-in from a page further in comes back to it', async () => {
    const { page, wrong } = await visit(browser);
    await page.goto(url('/admin/users?kyc=verified'));
    await heading(page, 'Connect your wallet');
    await signIn(page, program.personOf('admin'));
    await heading(page, 'Users');
    expect(page.url()).toBe(url('/admin/users?kyc=verified'));
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('two tabs with two wallets: the second one’s sign-in changes the first tab too, and nothing of before stays', async () => {
    const first = await signedIn(browser, investor, 'wide');
    await first.page.goto(url('/'));
    await first.page.getByTitle(investor.address!).first().waitFor();
    const second = await first.context.newPage();
    await second.goto(url('/auth'));
    await second.getByRole('button', { name: 'Disconnect' }).click();
    await first.page.waitForURL(/\/auth/);
    await heading(second, 'Connect your wallet');
    await signIn(second, other);
    await second.getByTitle(other.address!).first().waitFor();
    // The first tab is on the sign-in page and notices the new session by itself.
    await first.page.getByTitle(other.address!).first().waitFor();
    expect(await first.page.content()).not.toContain(investor.address!);
    expect(first.wrong).toEqual([]);
    await first.context.close();
    // Signing out ended the session that other tests here use.
    await investor.signIn('investor');
  });

  it('a lost answer at create: the same listing again is listed once', async () => {
    const { page, context } = await signedIn(browser, landlord, 'wide');
    const calls = await loseTheAnswer(context, '/api/properties');
    await page.goto(url('/'));
    const name = `Listed once ${randomUUID().slice(0, 4)}`;
    await page.getByLabel('Property name').fill(name);
    await page.getByLabel('Monthly rent').fill('2500');
    await page.getByLabel('Address', { exact: true }).fill('12 Example Street, Springfield, IL 62701');
    await page.getByLabel('Program Purpose').fill('Roof renewal');
    const publish = async () => {
      await page.getByRole('button', { name: 'Create Property Listing' }).click();
      await page.getByRole('button', { name: 'Publish listing' }).click();
    };
    await publish();
    await page.getByText('The server cannot be reached. Please check your connection.').waitFor();
    await publish();
    await page.getByText('Property listed successfully!').waitFor();
    expect(calls()).toBe(2);
    await program.readModelsCaughtUp();
    const listed = (await landlord.get('/api/properties?mine=true')) as { name: string }[];
    expect(listed.filter((one) => one.name === name)).toHaveLength(1);
    await context.close();
  });

  it('a lost answer at purchase, then a settle while the dialog is closed: one payment, and its end is told', async () => {
    const { page, context } = await signedIn(browser, investor, 'wide');
    const calls = await loseTheAnswer(context, '/api/properties/1/purchase');
    await page.goto(url('/properties/1?tokens=1'));
    await page.getByLabel('Tokens', { exact: true }).fill('5');
    await page.getByRole('button', { name: 'Purchase 5 tokens' }).click();
    await page.getByText('The server cannot be reached. Please check your connection.').waitFor();
    await page.getByRole('button', { name: 'Purchase 5 tokens' }).click();
    await heading(page, 'Three signatures, this first time');
    expect(calls()).toBe(2);
    const open = (await investor.get('/api/rlusd/payments?open=true')) as { id: string }[];
    expect(open).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 payment waiting' }).waitFor();
    await page.getByRole('link', { name: 'AI recommendations' }).first().click();
    await investor.seeThrough(open[0]!.id);
    await page.getByText('Tokens purchased successfully!').waitFor();
    await page.getByRole('button', { name: '1 payment waiting' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('an expired session in the middle of a form: signed in again, one is where one was, with what was typed', async () => {
    const { page, context } = await signedIn(browser, landlord, 'wide');
    await page.goto(url('/?role=landlord'));
    await page.getByLabel('Property name').fill('Half a listing');
    await page.getByText(/^Draft saved/).waitFor();
    await page.getByLabel('Monthly rent').fill('2600');
    await page.getByLabel('Address', { exact: true }).fill('12 Example Street, Springfield, IL 62701');
    await page.getByLabel('Program Purpose').fill('Roof renewal');
    await landlord.call('POST', '/api/auth/logout');
    await page.evaluate(() => new BroadcastChannel('identity').postMessage('changed'));
    await page.getByText('Your session has ended').waitFor();
    await heading(page, 'Connect your wallet');
    await signIn(page, landlord);
    await page.waitForURL(url('/?role=landlord'));
    await until(
      () => page.getByLabel('Property name').inputValue(),
      (value) => value === 'Half a listing',
    );
    expect(await page.getByLabel('Program Purpose').inputValue()).toBe('Roof renewal');
    // The session ends again as the listing is sent: the landlord signs in on the spot, and the listing is sent.
    const { token } = landlord;
    landlord.token = (await context.cookies()).find(({ name }) => name === '__Host-session')!.value;
    await page.route('**/api/properties', async (route) => {
      if (route.request().method() === 'POST' && landlord.token !== token) {
        await landlord.call('POST', '/api/auth/logout');
        landlord.token = token;
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create Property Listing' }).click();
    await page.getByRole('button', { name: 'Publish listing' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await signIn(page, landlord, 'Sign in again');
    await page.getByText('Property listed successfully!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await context.close();
    await landlord.signIn('landlord');
  });

  it('two tabs of one browser share one live feed, and the other one has it when a tab is closed', async () => {
    const streams = async () =>
      Number(/^live_feed_streams (\d+)$/m.exec(await (await fetch(url('/metrics'))).text())![1]);
    const areOpen = (many: number) => until(streams, (open) => open === many, `${many} live feeds`);
    await areOpen(0);
    const { page: first, context, wrong } = await signedIn(browser, investor, 'wide');
    await first.goto(url('/'));
    await first.getByText('Example Terrace').first().waitFor();
    await areOpen(1);
    const second = await context.newPage();
    await second.goto(url('/'));
    await second.getByText('Example Terrace').first().waitFor();
    // Both learn of a change through the stream that one of them holds.
    await landlord.list({ name: 'Heard By Both' });
    for (const tab of [first, second]) await tab.getByText('Heard By Both').first().waitFor();
    expect(await streams()).toBe(1);
    await first.close();
    await landlord.list({ name: 'Heard By One' });
    await second.getByText('Heard By One').first().waitFor();
    expect(await streams()).toBe(1);
    await context.close();
    await areOpen(0);
    expect(wrong).toEqual([]);
  });

  it('each page asks once for what it shows, also while its live feed opens', async () => {
    for (const at of ['/', '/portfolio', '/activity', '/statements']) {
      const { page, context, wrong } = await signedIn(browser, investor, 'wide');
      const asked: string[] = [];
      page.on('response', (answer) => {
        const { pathname, search } = new URL(answer.url());
        if (pathname.startsWith('/api/') && !/^\/api\/(health|live)/.test(pathname)) asked.push(pathname + search);
      });
      await page.goto(url(at));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(FEED_OPENS_MS);
      expect(asked.length).toBeGreaterThan(2);
      expect([at, asked.toSorted()]).toEqual([at, [...new Set(asked)].toSorted()]);
      await context.close();
      expect(wrong).toEqual([]);
    }
  });

  it('120 purchases of one person: totals, history and export hold all of them', async () => {
    const insider = new Insider(program);
    const purchases = Array.from({ length: MANY }, () => {
      const one = { propertyId: 2, paymentId: randomUUID(), wallet: other.address, tokens: 1 };
      const settled = {
        cost: '100',
        platformFee: '2.5',
        estimatedMonthlyReturn: '2.668461',
        paymentHash: 'A'.repeat(64),
        issuanceHash: 'B'.repeat(64),
      };
      return [
        { type: 'TokensReserved', data: one },
        { type: 'TokensPurchased', data: { ...one, ...settled } },
      ];
    }).flat();
    await insider.forge('listing-2', ...purchases);
    await insider.close();
    await program.readModelsCaughtUp();
    await other.signIn('investor');
    const { page, context } = await signedIn(browser, other, 'phone');
    await page.goto(url('/'));
    await until(
      () =>
        page
          .getByRole('region', { name: 'Summary' })
          .locator('.card')
          .filter({ hasText: 'Total Tokens' })
          .textContent(),
      (text) => text!.includes(String(MANY)),
    );
    await page.getByText('12,000.00').first().waitFor();
    const rows = page.getByRole('region', { name: 'Your participation history' }).locator('tbody tr');
    for (const shown of [50, 100, MANY]) {
      await until(
        () => rows.count(),
        (count) => count === shown,
      );
      if (shown < MANY) await page.getByRole('button', { name: 'Show more' }).click();
    }
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe('participation-history.csv');
    const { body } = await other.call('GET', '/api/transactions/export.csv?mine=true');
    expect((body as string).trim().split('\r\n')).toHaveLength(MANY + 1);
    await context.close();
  });
});
