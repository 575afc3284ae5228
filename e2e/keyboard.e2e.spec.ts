import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../scripts/lib/free-port.mjs';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { launchBrowser } from './support/browser.js';
import { FULL, whereFull } from '../backend/test/support/how-much.js';
import { keysOf } from './support/keys.js';
import { describeOffice } from './support/office-by-keyboard.js';
import { Program } from './support/program.js';
import { signInHere } from './support/signing-wallet.js';
import { expectNoSidewaysScroll, expectSound, rowsInTree, signIn, tabTo, visit, WIDTHS } from './support/visitor.js';

const program = new Program();
let browser: Browser;
let landlord: Person;
let investor: Person;
let officer: Person;
/** A person whose wallet cannot hold RLUSD yet. */
let newcomer: { address: string };
let caseId: string;

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  landlord = await program.newPerson();
  investor = await program.newPerson();
  await Promise.all([landlord.signIn('landlord'), investor.signIn('investor')]);
  await Promise.all([landlord.verify('landlord'), investor.verify('investor')]);
  await landlord.list({ name: 'Sample Court' });
  newcomer = await program.sandbox.newWallet({ xrp: 50 });
  officer = await program.personOf('compliance').signIn('investor');
  const listed = await (await program.newPerson()).signIn('investor');
  await listed.verify('investor', { firstName: 'Nicolas', lastName: 'Maduro Moros' });
  const cases = () => officer.get('/api/compliance/cases?show=open') as Promise<{ id: string }[]>;
  caseId = (await until(cases, (rows) => rows.length > 0, 'the case'))[0]!.id;
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

const url = (at: string) => program.runtime.url + at;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

/** Signs every request on the phone until the page says that the payment is settled. */
async function signUntilSettled(page: Page, { address } = investor): Promise<void> {
  const signed = new Set<string>();
  await until(
    async () => {
      for (const { payloadUuid } of (await program.sandbox.get(`/control/phone/${address}/requests`)) as {
        payloadUuid: string;
      }[]) {
        if (signed.has(payloadUuid)) continue;
        signed.add(payloadUuid);
        await program.sandbox.sign(address, payloadUuid);
      }
      return page.getByRole('heading', { name: 'Settled' }).count();
    },
    (count) => count > 0,
    'the payment',
  );
}

describe('by keyboard alone', () => {
  it('somebody signs in, finds a property, buys, and comes back to where they were', async () => {
    const { page, wrong } = await visit(browser);
    await page.goto(url('/auth'));
    await heading(page, 'Connect your wallet');
    await signInHere(program, page, investor.address!, async () => {
      await tabTo(page, 'Connect Xaman Wallet');
      await page.keyboard.press('Enter');
    });
    await heading(page, 'Sample Court');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.type('sample');
    await page.getByRole('option', { name: /Sample Court.*left/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(url('/properties/1?role=investor'));
    await page.getByRole('heading', { name: 'Sample Court', level: 1 }).waitFor();
    await tabTo(page, 'Participate Now', 120);
    await page.keyboard.press('Enter');
    const tokens = page.getByLabel('Tokens', { exact: true });
    await tokens.waitFor();
    await until(
      () => tokens.evaluate((field) => field === document.activeElement),
      Boolean,
      'the token field having the focus',
    );
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('5');
    await page.getByRole('button', { name: 'Purchase 5 tokens' }).waitFor();
    await tabTo(page, 'Purchase 5 tokens');
    await page.keyboard.press('Enter');

    await heading(page, 'Three signatures, this first time');
    await expectSound(page, 'payment to be signed, dark');
    // Closing the dialog cancels nothing: the payment waits in the pill, which reopens the dialog.
    await page.keyboard.press('Escape');
    await tabTo(page, '1 payment waiting', 120);
    await page.keyboard.press('Enter');
    await heading(page, 'Three signatures, this first time');
    await signUntilSettled(page);
    await page
      .getByRole('status')
      .filter({ hasText: 'Settled: 512.50 RLUSD. 5 tokens of Sample Court are yours.' })
      .waitFor({ state: 'attached' });
    await expectSound(page, 'payment settled, dark');
    await tabTo(page, 'Done');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await program.onLedger(investor.address, 'token')).toBe('5');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.type(investor.address!);
    await page.keyboard.press('Enter');
    const found = page.getByText(/^Showing purchases that match/);
    await found.waitFor();
    const isInSight = (found: Element) => found.getBoundingClientRect().bottom < innerHeight;
    await until(() => found.evaluate(isInSight), Boolean, 'what was found being in sight');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  whereFull(
    'an owner closes the listing and pays back, an investor sends money, an admin issues tokens',
    async () => {
      let { page, wrong } = await visit(browser);
      const as = async (address: string, role: 'investor' | 'landlord', at: string) => {
        expect(wrong).toEqual([]);
        await page.context().close();
        ({ page, wrong } = await visit(browser));
        await signIn(program, page, address, role);
        await page.goto(url(at));
      };
      const press = (name: string | RegExp) => keysOf(page).press(name);
      const fill = (label: string, text: string) => keysOf(page).fill(label, text);
      await as(landlord.address, 'landlord', '/');
      await heading(page, 'Your Property Listings');
      await press('Close listing');
      await page.getByRole('dialog', { name: 'Close Sample Court?' }).waitFor();
      // The button that opened the dialog has the same name, so wait until the safe choice has the focus.
      await until(
        () => page.evaluate(() => document.activeElement?.textContent),
        (text) => text === 'Keep it open',
        'the safe choice having the focus',
      );
      await press('Close listing');
      await page.getByText('Listing closed').waitFor();
      await page.goto(url('/landlord-payback'));
      await heading(page, 'Recommended payments');
      await press('Pay another amount');
      await fill('Amount', '200');
      await press('Pay 205.00 RLUSD');
      await heading(page, 'Sign two transactions');
      await signUntilSettled(page, landlord);
      await press('Done');
      await page.getByText('Payback Successful').waitFor();

      await as(investor.address, 'investor', '/rlusd-payment');
      await fill('Amount', '25');
      await fill('Recipient wallet', landlord.address);
      await press('Pay 25.63 RLUSD');
      await heading(page, 'Sign two transactions');
      await signUntilSettled(page);
      await press('New Payment');

      await as(program.personOf('admin').address, 'investor', '/tokens');
      await fill('Recipient address', investor.address);
      await fill('Amount', '7');
      await press('Issue 7 TKNEST');
      await page.getByRole('dialog').waitFor();
      await press('Issue tokens');
      await page.getByText('Tokens Issued Successfully').waitFor();
      expect(await program.onLedger(investor.address, 'token')).toBe('12');
      expect(wrong).toEqual([]);
      await page.context().close();
    },
    240_000,
  );

  it('nothing that has the focus on a phone is behind a bar', async () => {
    const { page } = await visit(browser, 'phone');
    await signIn(program, page, landlord.address, 'landlord');
    await page.goto(url('/'));
    await heading(page, 'Your Property Listings');
    await page.getByRole('button', { name: 'List another property' }).click();
    await page.getByRole('button', { name: 'Create Property Listing' }).waitFor();
    /** The focused element, if a bar covers it. */
    const behindABar = () => {
      const focused = document.activeElement!;
      const { top, bottom } = focused.getBoundingClientRect();
      const bar = document.querySelector('.action-bar')!;
      const covered =
        focused !== document.body &&
        !focused.closest('.action-bar, .tabbar, .topbar') &&
        bottom > bar.getBoundingClientRect().top &&
        top < innerHeight;
      return covered ? focused.outerHTML : null;
    };
    for (let key = 0; key < 45; key += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(behindABar)).toBeNull();
    }
    await page.context().close();
  }, 90_000);

  it('an admin goes to the log, over its rows and back, with single keys', async () => {
    const { page } = await visit(browser);
    await signIn(program, page, program.personOf('admin').address, 'investor');
    await page.goto(url('/admin/users'));
    await heading(page, 'Users');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page
      .getByRole('row', { name: /Purchase of 5 tokens of Sample Court/ })
      .first()
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading(page, 'What happened');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await heading(page, 'Keyboard shortcuts');
    await expectSound(page, 'shortcuts, dark');
    await page.context().close();
  });
});

describeOffice(() => ({ program, browser, caseId }));

/** Every page, by who opens it, with an element that shows it has loaded. */
const PAGES: Record<
  'visitor' | 'newcomer' | 'investor' | 'landlord' | 'admin' | 'compliance',
  readonly (readonly [string, string | RegExp])[]
> = {
  visitor: [
    ['/', /Fund property/],
    ['/auth', 'Connect your wallet'],
    ['/terms', 'Terms of service'],
    ['/privacy', 'Privacy policy'],
    ['/risks', 'Risk disclosure'],
    ['/wallet-guide', 'Wallet guide'],
    ['/easy-setup', 'How do you want to use Tknest?'],
    ['/checkout', 'Invalid Request'],
    ['/properties/1', 'Funding history'],
    ['/no-such-page', 'Page not found'],
  ],
  newcomer: [['/easy-setup', 'Open an RLUSD trust line']],
  investor: [
    ['/', 'Sample Court'],
    ['/properties/1', 'Funding history'],
    ['/properties/1?tokens=2', 'Participate'],
    ['/?buy=1', 'Participate'],
    ['/kyc', 'Personal Information'],
    ['/easy-setup', 'All set'],
    ['/simple-investment?propertyId=1', 'Fee breakdown'],
    ['/token-checkout?propertyId=1&tokens=3', 'Purchase summary'],
    ['/ai-recommendations', /./],
    ['/notifications', 'Notifications'],
    ['/portfolio', 'Portfolio'],
    ['/sandbox-desk', 'Sandbox desk'],
  ],
  landlord: [
    ['/', 'Your Property Listings'],
    ['/notifications', 'Notifications'],
  ],
  admin: [
    ['/admin', 'Transactions'],
    ['/admin/properties', 'Properties'],
    ['/admin/users', 'Users'],
    ['/admin/analytics', 'Analytics'],
    ['/admin/cases', 'Payment cases'],
    ['/admin/failed-events', 'Failed events'],
    ['/admin/erasures', 'Erasures'],
    ['/audit', /./],
    ['/audit/read-models', 'Read models'],
    ['/audit/reconciliation', 'Reconciliation'],
  ],
  compliance: [
    ['/compliance', 'Compliance cases'],
    ['/compliance/:case', 'Nicolas Maduro Moros'],
    ['/kyc-test', 'Name screening'],
  ],
};

/** Widths between and below those of the pictures; a wide screen at a zoom of 400 % has 320 left. */
const REFLOW = FULL ? [320, 900, 1024] : [320];

/** Checks the pages one by one: on a phone and dark, then wide and light. Nothing may move. */
async function expectAllSound(who: keyof typeof PAGES): Promise<void> {
  const { page, wrong } = await visit(browser, 'phone');
  const address = {
    visitor: null,
    newcomer: newcomer.address,
    investor: investor.address,
    landlord: landlord.address,
    admin: program.personOf('admin').address,
    compliance: officer.address,
  }[who];
  if (address) await signIn(program, page, address, who === 'landlord' ? 'landlord' : 'investor');
  for (const [pattern, shown] of PAGES[who]) {
    const at = pattern.replace(':case', caseId);
    await wear(page, 'phone', 'dark');
    await page.goto(url(at));
    await page.getByRole('heading', { name: shown }).first().waitFor();
    await expectSound(page, `${who} ${at}, phone, dark`);
    if (at === '/admin') await expectRows(page);
    await until(
      () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
      (running) => running === 0,
      `${at} standing still`,
    );
    for (const width of REFLOW) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `${who} ${at}, ${width} wide`);
    }
    await wear(page, 'wide', 'light');
    await expectNoSidewaysScroll(page, `${who} ${at}, wide`);
    if (FULL) await expectSound(page, `${who} ${at}, wide, light`);
  }
  expect(wrong).toEqual([]);
  await page.context().close();
}

/** On a phone, a list of cards must still be a table for a screen reader. */
async function expectRows(page: Page): Promise<void> {
  const shown = await page.getByRole('row').count();
  const { rows, cells } = await rowsInTree(page);
  expect(shown).toBeGreaterThan(1);
  expect(rows).toBe(shown);
  expect(cells).toBeGreaterThan(rows);
}

async function wear(page: Page, width: keyof typeof WIDTHS, scheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(WIDTHS[width]);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  if (page.url().startsWith('http'))
    await until(
      () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme')),
      (shown) => shown === scheme,
      `the ${scheme} scheme`,
    );
  const moving = await page.evaluate(
    () => document.getAnimations().filter((one) => one instanceof CSSTransition).length,
  );
  expect({ at: page.url(), moving }).toEqual({ at: page.url(), moving: 0 });
}

/** Checks the development page on Vite's own server; the production bundle has no such page. */
async function expectPartsSound(): Promise<void> {
  const port = await freePort();
  const vite = spawn(
    process.execPath,
    [path.resolve('node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort', '--logLevel', 'error'],
    {
      cwd: path.resolve('frontend'),
      env: { ...process.env, NODE_ENV: 'development', PORT: new URL(program.runtime.url).port },
      stdio: 'ignore',
    },
  );
  try {
    const address = `http://localhost:${port}/dev/components`;
    await until(
      () =>
        fetch(address).then(
          ({ ok }) => ok,
          () => false,
        ),
      Boolean,
      'the development server',
    );
    const { page } = await visit(browser);
    await page.goto(address);
    await heading(page, 'Components');
    await expectSound(page, 'components, dark');
    await wear(page, 'phone', 'light');
    await expectSound(page, 'components, light');
    await page.context().close();
  } finally {
    vite.kill();
  }
}

describe('every page, on a phone and wide, dark and light, without motion', () => {
  it('is sound: no sideways scroll, nothing grave for axe, nothing that moves', async () => {
    await Promise.all([
      expectAllSound('visitor').then(() => expectAllSound('investor')),
      expectAllSound('admin').then(() => expectAllSound('compliance')),
      expectAllSound('landlord')
        .then(() => expectAllSound('newcomer'))
        .then(() => (FULL ? expectPartsSound() : undefined)),
    ]);
  });
});
