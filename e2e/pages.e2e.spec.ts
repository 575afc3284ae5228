import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { MEASURES } from '../backend/test/support/how-much.js';
import { until } from '../scripts/lib/platform-client.mjs';
import { LIMITS, measure } from '../scripts/lib/vitals.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { expectSound as expectSoundPage, launchBrowser, PAGE_PATIENCE_MS, watch, WIDTHS } from './support/browser.js';
import { JOURNEY_WIDTHS } from './support/journey-widths.js';
import { PROFESSIONAL } from './support/applicants.js';
import { Program } from './support/program.js';
import { signUntil } from './support/signing-wallet.js';
import { SHORT_LIST } from './support/short-list.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

const program = new Program(SHORT_LIST);
const SHOTS = process.env.SCREENSHOTS;
let browser: Browser;

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

/** A page in a browser of its own, past the access code page; its errors are collected. */
async function open(
  width: keyof typeof WIDTHS,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; context: BrowserContext; wrong: string[] }> {
  const context = await browser.newContext({ viewport: WIDTHS[width], colorScheme: scheme, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await context.newPage();
  return { page, context, wrong: watch(page) };
}

async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

async function expectSound(page: Page, name: string): Promise<void> {
  await shot(page, name);
  await expectSoundPage(page, name);
}

/** Holds back every script of the program, as a slow network would. */
async function holdPrograms(context: BrowserContext): Promise<{ hold(): void; release(): void }> {
  let held: Promise<void>;
  let release!: () => void;
  const hold = () => {
    held = new Promise((resolve) => {
      release = resolve;
    });
  };
  hold();
  await context.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return { hold, release: () => release() };
}

async function passGate(page: Page): Promise<void> {
  await page.goto(program.runtime.url);
  const button = page.getByRole('button', { name: 'Access Demo Platform' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  // The street is clipped at the edges, so a card that is too wide would not cause scrolling.
  const { x, width } = (await page.locator('.scene-card').boundingBox())!;
  expect([x >= 0, x + width <= page.viewportSize()!.width]).toEqual([true, true]);
  await page.getByLabel('Access code').fill('wrong');
  await button.click();
  await page.getByText('Invalid access code. Please try again.').waitFor();
  await page.getByLabel('Access code').fill(program.runtime.accessCode.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Fund property/ }).waitFor();
}

/** Signs as the wallet's owner would: takes the phone out, looks at the request, presses Sign. */
async function signOnThePhone(page: Page, address: string, payloadUuid: string): Promise<void> {
  const phone = await page.context().newPage();
  await phone.goto(`${program.runtime.sandbox.phone}?wallet=${address}&payload=${payloadUuid}`);
  await phone.getByRole('button', { name: 'Sign', exact: true }).click();
  await phone.getByRole('button', { name: /^(Done|Next)/ }).waitFor();
  await phone.close();
}

async function signIn(page: Page, address: string, role: 'Rent Recipient' | 'Property Owner'): Promise<void> {
  await page.goto(`${program.runtime.url}/auth`);
  await page.getByText(role, { exact: true }).first().click();
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/xumm-login'));
  await page.getByRole('button', { name: 'Connect Xaman Wallet' }).click();
  const { payloadUuid } = (await (await answer).json()) as { payloadUuid: string };
  await page.getByRole('link', { name: 'Open in Xaman' }).waitFor();
  await signOnThePhone(page, address, payloadUuid);
  // Whoever is verified goes on by themselves.
  const connected = page.getByRole('heading', { name: 'Connected', exact: true });
  const goesOn = async () => !page.url().includes('/auth') || (await connected.count()) > 0;
  await until(goesOn, Boolean, 'the sign-in');
}

const PDF = { name: 'document.pdf', mimeType: 'application/pdf', buffer: pdfWith('document') };

/** Counts applicants, for a different social security number each: the same number means the same person. */
let applicants = 0;

async function fillKyc(page: Page, role: 'landlord' | 'investor'): Promise<void> {
  const ssn = String(219_099_000 + applicants++);
  await page.goto(`${program.runtime.url}/kyc?role=${role}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('First name must be at least 2 characters').waitFor();
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  };
  await fill({
    'First name': 'Petra',
    'Last name': 'Placeholder',
    'Date of birth': '1984-02-03',
    'Phone number': '+1 555 0100 300',
    Email: 'petra@example.com',
    'Social security number': ssn,
    Address: '44 Example Avenue',
    City: 'Springfield',
    State: 'Illinois',
    'ZIP code': '62701',
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 2, name: 'Professional Details' }).waitFor();
  await fill(PROFESSIONAL[role]);
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const kind of ['idDocument', 'addressProof', 'incomeProof'])
    await page.locator(`input[name="${kind}"]`).setInputFiles(PDF);
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const label of [
    'I accept the terms of service',
    'I accept the privacy policy',
    'I have read the risk disclosure',
  ])
    await page.getByLabel(label).check();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(ssn);
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByRole('heading', { name: 'KYC Verification Successful' }).waitFor();
}

describe.each(JOURNEY_WIDTHS)('the main job in the browser, %s', (width) => {
  it('gate, sign-in, verification, listing, purchase, admin log', async () => {
    const landlordWallet = (await program.sandbox.newWallet({ xrp: 100, rlusd: 10 })) as { address: string };
    const investorWallet = (await program.sandbox.newWallet({ xrp: 100, rlusd: 5_000 })) as { address: string };
    const name = `Specimen House ${width}`;

    const landlord = await open(width);
    await passGate(landlord.page);
    await expectSound(landlord.page, `landing-${width}`);
    await signIn(landlord.page, landlordWallet.address, 'Property Owner');
    await expectSound(landlord.page, `auth-${width}`);
    await fillKyc(landlord.page, 'landlord');
    await landlord.page.getByRole('button', { name: 'Access Platform' }).click();
    await landlord.page.getByRole('heading', { name: 'Property-Linked Token Program Platform' }).waitFor();
    await landlord.page.getByRole('button', { name: 'Create Property Listing' }).click();
    await landlord.page.getByText('Property name is required').waitFor();
    await landlord.page.getByLabel('Property name').fill(name);
    await landlord.page.getByLabel('Monthly rent').fill('2500');
    await landlord.page
      .getByText('Payment complies with 30% rule. Monthly payment is 26.7% of rent.')
      .first()
      .waitFor();
    await landlord.page.getByLabel('Address', { exact: true }).fill('12 Example Street, Springfield, IL 62701');
    await landlord.page.getByLabel('Program Purpose').fill('Roof renewal');
    await expectSound(landlord.page, `landlord-${width}`);
    await landlord.page.getByRole('button', { name: 'Create Property Listing' }).click();
    await expectSound(landlord.page, `landlord-review-${width}`);
    await landlord.page.getByRole('button', { name: 'Publish listing' }).click();
    await landlord.page.getByText('Property listed successfully!').waitFor();
    await landlord.page.getByRole('heading', { name: 'Your Property Listings' }).waitFor();

    const investor = await open(width);
    await passGate(investor.page);
    await signIn(investor.page, investorWallet.address, 'Rent Recipient');
    await fillKyc(investor.page, 'investor');
    await investor.page.getByRole('button', { name: 'Access Platform' }).click();
    await investor.page.getByRole('heading', { name, exact: true }).waitFor();
    await expectSound(investor.page, `investor-${width}`);
    await investor.page.getByRole('link', { name: `Participate Now in ${name}` }).click();
    await investor.page.getByLabel('Tokens', { exact: true }).fill('5');
    await expectSound(investor.page, `participate-${width}`);
    await investor.page.getByRole('button', { name: 'Purchase 5 tokens' }).click();
    await investor.page.getByRole('heading', { name: 'Three signatures, this first time' }).waitFor();
    await expectSound(investor.page, `payment-sign-${width}`);
    // A reload in the middle keeps the place.
    await investor.page.reload();
    await investor.page.getByRole('heading', { name: 'Three signatures, this first time' }).waitFor();
    const [trustLine] = (await program.sandbox.get(`/control/phone/${investorWallet.address}/requests`)) as {
      payloadUuid: string;
    }[];
    await signOnThePhone(investor.page, investorWallet.address, trustLine!.payloadUuid);
    await signUntil(
      program,
      investorWallet.address,
      async () => (await investor.page.getByRole('heading', { name: 'Settled' }).count()) > 0,
      'the payment',
    );
    await expectSound(investor.page, `payment-settled-${width}`);
    await investor.page.getByRole('button', { name: 'Done' }).click();
    await investor.page.getByRole('cell', { name }).first().waitFor();
    expect(await program.onLedger(investorWallet.address, 'token')).toBe('5');

    const admin = await open(width);
    await passGate(admin.page);
    await signIn(admin.page, program.runtime.wallets.find(({ role }) => role === 'admin')!.address, 'Rent Recipient');
    await admin.page.getByText(`Purchase of 5 tokens of ${name}`, { exact: true }).waitFor();
    await expectSound(admin.page, `admin-${width}`);
    await admin.page.getByLabel('Search').fill(name);
    await admin.page.getByRole('button', { name: `Open payment Purchase of 5 tokens of ${name}`, exact: true }).click();
    await admin.page.getByRole('heading', { name: 'What happened' }).waitFor();
    await expectSound(admin.page, `admin-payment-${width}`);
    await admin.page.goto(`${program.runtime.url}/audit`);
    await admin.page.getByRole('heading', { name: 'Replay' }).waitFor();
    await expectSound(admin.page, `audit-${width}`);

    await expectBooksToEqualLedger(program);
    expect([...landlord.wrong, ...investor.wrong, ...admin.wrong]).toEqual([]);
    await Promise.all([landlord.context.close(), investor.context.close(), admin.context.close()]);
  });
});

describe('the sandbox’s phone', () => {
  it('leads from a request back to the list by the browser’s own Back, and says where a link leads to none', async () => {
    const { page, context, wrong } = await open('phone');
    const { address } = await program.sandbox.newWallet();
    await fetch(`${program.runtime.url}/api/auth/xumm-login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ userRole: 'investor' }),
    });
    await page.goto(`${program.runtime.sandbox.phone}?wallet=${address}`);
    const request = page.getByRole('button', { name: /^Sign in to Tknest/ }).first();
    await request.click();
    await page.getByRole('button', { name: 'Sign', exact: true }).waitFor();
    await page.goBack();
    await request.waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Back to requests' }).click();
    await request.waitFor();
    await page.goto(`${program.runtime.sandbox.phone}?wallet=${address}&payload=4b6ddbd6-0a3e-4a5e-8a3e-0123456789ab`);
    await page.getByText('This request does not exist.').waitFor();
    await request.waitFor();
    await expectSound(page, 'sandbox-phone');
    expect(wrong).toEqual([]);
    await context.close();
  }, 60_000);
});

describe('the frame', () => {
  it('opens on a phone with the gate in sight', async () => {
    const { page, context } = await open('phone');
    await passGate(page);
    await context.close();
  });

  it('answers an unknown address with the 404 page, also on a hard reload, and sends visitors of inner pages to sign in', async () => {
    const { page, context } = await open('wide', 'dark');
    await passGate(page);
    await expectSound(page, 'landing-dark');
    const answer = await page.goto(`${program.runtime.url}/no-such-page`);
    expect(answer!.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${program.runtime.url}/admin`);
    await page.getByRole('heading', { name: 'Secure Wallet Authentication' }).waitFor();
    await expectSound(page, 'auth-dark');
    await context.close();
  });

  it.each([
    ['gate', false],
    ['landing', true],
  ] as const)('stands still while it loads on a slow phone: %s', async (_, passed) => {
    const { lcp, cls } = await measure(browser, program.runtime.url, { hasPassed: passed });
    expect(cls).toBeLessThanOrEqual(LIMITS.cls);
    expect(lcp).toBeGreaterThan(0);
    // The time depends on the machine's load, so the limit counts only where nothing else runs.
    if (MEASURES) expect(lcp).toBeLessThanOrEqual(LIMITS.lcpMs);
  });

  it('shows a visitor the first screen before the program has come, and keeps what is typed meanwhile', async () => {
    const { page, context, wrong } = await open('phone');
    const held = await holdPrograms(context);
    await page.goto(program.runtime.url, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: /paid back by rent/ }).waitFor();
    await page.getByLabel('Access code').fill(program.runtime.accessCode);
    held.release();
    await page.getByRole('button', { name: 'Access Demo Platform' }).click();
    await page.getByRole('heading', { name: /Fund property/ }).waitFor();

    held.hold();
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: /Fund property/ }).waitFor();
    await expectSound(page, 'landing-before-the-program');
    held.release();
    await page.getByRole('heading', { name: 'What the platform does for you' }).waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  it.each(['/terms', '/privacy', '/risks', '/wallet-guide', '/auth'])(
    'shows a visitor %s with its styles before the program has come, and the program takes it over',
    async (at) => {
      const { page, context, wrong } = await open('phone');
      const held = await holdPrograms(context);
      await context.addInitScript(() => sessionStorage.setItem('demo-access', 'open'));
      await page.goto(program.runtime.url + at, { waitUntil: 'commit' });
      const title = await page.waitForSelector('h1');
      await expectSound(page, `${at.slice(1)}-before-the-program`);
      held.release();
      await page.waitForFunction(() => document.title !== 'Tknest');
      // The same element: nothing was rendered anew.
      expect(await title.evaluate((one) => one.isConnected)).toBe(true);
      expect(wrong).toEqual([]);
      await context.close();
    },
  );

  it("shows no visitor's screen to somebody who was signed in here, nor on a page further in", async () => {
    const { page, context } = await open('wide');
    const held = await holdPrograms(context);
    await page.goto(program.runtime.url, { waitUntil: 'commit' });
    await page.evaluate(() => {
      localStorage.setItem('signed-in', 'yes');
      sessionStorage.setItem('demo-access', 'open');
    });
    await page.reload({ waitUntil: 'commit' });
    await page.locator('template#first-page').waitFor({ state: 'attached' });
    expect(await page.locator('#root > *').count()).toBe(0);
    held.release();
    // The session ended long ago: its mark is removed, and the landing page appears.
    await page.getByRole('heading', { name: /Fund property/ }).waitFor();
    await until(
      () => page.evaluate(() => localStorage.getItem('signed-in')),
      (mark) => mark === null,
    );
    await page.goto(`${program.runtime.url}/rlusd-test`);
    expect(await page.evaluate(() => document.documentElement.dataset.firstScreen)).toBeUndefined();
    await context.close();
  });

  it('is looked at by axe in earnest: a button without a name is found', async () => {
    const { page, context } = await open('wide');
    await page.goto(`${program.runtime.url}/terms`);
    await page.evaluate(() => document.body.append(document.createElement('button')));
    await expect(expectSoundPage(page, 'nameless')).rejects.toThrow(/button-name/);
    await context.close();
  });

  it('lets no script run that is not its own', async () => {
    const policy = (await fetch(program.runtime.url)).headers.get('content-security-policy')!;
    const scripts = /script-src ([^;]+)/.exec(policy)![1]!;
    expect(scripts).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/=]{44}')+$/);
    const { page, context } = await open('wide');
    await page.goto(program.runtime.url);
    const ran = await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.intruder = true' }));
      return 'intruder' in window;
    });
    expect(ran).toBe(false);
    await context.close();
  });

  it('sends its assets packed, and to be kept for ever', async () => {
    const html = await (await fetch(program.runtime.url)).text();
    const entry = /href="(\/assets\/index-[^"]+\.js)"/.exec(html)![1]!;
    const answer = await fetch(program.runtime.url + entry, { headers: { 'Accept-Encoding': 'br' } });
    expect([answer.headers.get('content-encoding'), answer.headers.get('cache-control')]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect((await fetch(`${program.runtime.url}/assets/no-such.js`)).status).toBe(404);
  });
});
