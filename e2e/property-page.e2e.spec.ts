import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectSound, launchBrowser, signedIn, WIDTHS } from './support/browser.js';
import { startWithEverybody, type Cast } from './support/cast.js';
import { Program } from './support/program.js';
import { signInHere } from './support/signing-wallet.js';
import { SHORT_LIST } from './support/short-list.js';
import { visit } from './support/visitor.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

/** A property's page without the access code page, then with it: what visitors see, and who sees more. */
const program = new Program({ ...SHORT_LIST, DEMO_ACCESS_CODE: '' });
const HOSTILE = `</title><script>alert("x")</script> & 'sons'`;
const ADDRESS = '44 Example Avenue, Springfield, IL 62701';
const PDF = pdfWith('lease');
const SHA256 = createHash('sha256').update(PDF).digest('hex');
/** Shorter than the interval at which the page refreshes by itself. */
const BY_THE_FEED_MS = 15_000;
let browser: Browser;
let people: Cast;

beforeAll(async () => {
  [browser, people] = await Promise.all([launchBrowser(), startWithEverybody(program)]);
  for (const name of ['Sample Court', HOSTILE, 'Hidden House']) await people.landlord.list({ name, address: ADDRESS });
  const form = new FormData();
  form.set('contract', new Blob([new Uint8Array(PDF)]), 'lease.pdf');
  expect((await people.landlord.call('POST', '/api/properties/1/contract', { form })).status).toBe(200);
  const reason = 'The title of this house is disputed';
  expect((await people.admin.call('POST', '/api/admin/properties/3/hide', { body: { reason } })).status).toBe(200);
  await program.readModelsCaughtUp();
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

const url = (at: string) => program.runtime.url + at;
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
async function shell(at: string, person?: Person): Promise<{ status: number; html: string; policy: string }> {
  const headers: Record<string, string> = person ? { Cookie: `__Host-session=${person.token}` } : {};
  const answer = await fetch(url(at), { headers });
  return {
    status: answer.status,
    html: await answer.text(),
    policy: answer.headers.get('Content-Security-Policy') ?? '',
  };
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

it('a stranger reads a property, of which nothing told names an address or a wallet', async () => {
  const { page, wrong } = await visit(browser, 'wide', { gate: true });
  const told: string[] = [];
  page.on('response', async (response) => {
    if (/\/api\/properties/.test(response.url())) told.push(await response.text());
  });
  await page.goto(url('/properties/1'));
  await heading(page, 'Sample Court');
  await page.getByText('Springfield, IL').first().waitFor();
  await page.getByRole('meter').waitFor();
  await expectSound(page, 'a property, wide');
  // Over the live feed, without a reload.
  await people.investor.buy(1, 5);
  await page.getByText('5 of 250 tokens sold').waitFor({ timeout: BY_THE_FEED_MS });
  await page.getByText('First tokens sold').waitFor();
  await page.getByText('1 to 5').waitFor();
  await page.setViewportSize(WIDTHS.phone);
  await expectSound(page, 'a property, phone');
  expect(told.length).toBeGreaterThan(1);
  for (const answer of told) {
    expect(answer).not.toMatch(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b/);
    expect(answer).not.toMatch(/Example Avenue|62701|lease\.pdf/);
  }
  expect(wrong).toEqual([]);
  await page.context().close();
});

it('a visitor’s document is the page, before the program has loaded and without it', async () => {
  const { html } = await shell('/properties/1');
  const [, page] = /<template id="first-page">([\s\S]*?)<\/template>/.exec(html)!;
  expect(page).toContain('Sample Court');
  expect(page).not.toMatch(/Example Avenue|62701|lease\.pdf|\br[1-9A-HJ-NP-Za-km-z]{24,34}\b|<script/);
  for (const other of [await shell('/properties/1?tokens=2'), await shell('/properties/1', people.investor)])
    expect(other.html).not.toContain('<template id="first-page">');
  const { page: alone } = await visit(browser, 'phone', { gate: true });
  await alone.route('**/assets/*.js', (route) => route.abort());
  await alone.goto(url('/properties/1'));
  await heading(alone, 'Sample Court');
  await alone.getByText('5 of 250 tokens sold').waitFor();
  await alone.context().close();
});

it('the shell tells a link’s preview what strangers may see; a hostile name stays text, and the policy holds', async () => {
  const sample = await shell('/properties/1');
  expect([sample.status, titleOf(sample.html), metaOf(sample.html, 'og:title')]).toEqual([
    200,
    'Sample Court · Tknest',
    'Sample Court · Tknest',
  ]);
  expect(metaOf(sample.html, 'description')).toMatch(/^A rental property in Springfield, IL: 5 of 250 tokens sold/);
  expect(metaOf(sample.html, 'og:description')).toBe(metaOf(sample.html, 'description'));
  expect(metaOf(sample.html, 'robots')).toBeUndefined();
  expect(sample.html).not.toContain('Example Avenue');

  const hostile = await shell('/properties/2');
  expect(titleOf(hostile.html)).toBe(
    '&lt;/title&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;sons&#39; · Tknest',
  );
  for (const [, script] of hostile.html.matchAll(/<script>([\s\S]*?)<\/script>/g))
    expect(hostile.policy).toContain(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`);
  expect(hostile.html.match(/<script/g)).toHaveLength((await shell('/terms')).html.match(/<script/g)!.length);

  const { page, wrong } = await visit(browser, 'phone', { gate: true });
  page.on('dialog', (dialog) => wrong.push(`dialog: ${dialog.message()}`));
  await page.goto(url('/properties/2'));
  await heading(page, HOSTILE);
  expect(await page.title()).toBe(`${HOSTILE} · Tknest`);
  await expectSound(page, 'a hostile name, phone');
  expect(wrong).toEqual([]);
  await page.context().close();
});

it('a stranger finds it on the landing page and in the marketplace, which name no address and no wallet', async () => {
  const { page, wrong } = await visit(browser, 'wide', { gate: true });
  const told: string[] = [];
  page.on('response', async (response) => {
    if (/\/api\/market/.test(response.url())) told.push(await response.text());
  });
  await page.goto(url('/'));
  await page.getByRole('heading', { name: 'Open now' }).waitFor();
  await page.getByRole('link', { name: 'See the numbers of Sample Court' }).waitFor();
  await page.getByRole('link', { name: 'See all properties' }).click();
  await heading(page, 'Properties');
  await expectSound(page, 'the marketplace, wide');
  await page.getByLabel('Compare Sample Court').check();
  await page.getByLabel(`Compare ${HOSTILE}`).check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('rowheader', { name: 'Interest rate' }).waitFor();
  await page.setViewportSize(WIDTHS.phone);
  await expectSound(page, 'a comparison, phone');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: 'See the numbers of Sample Court' }).click();
  await heading(page, 'Sample Court');
  await page.getByRole('link', { name: 'All properties' }).click();
  await heading(page, 'Properties');
  expect(told.join()).toContain('Sample Court');
  expect(told.join()).not.toMatch(/Example Avenue|62701|Hidden House|\br[1-9A-HJ-NP-Za-km-z]{24,34}\b/);
  expect(wrong).toEqual([]);
  await page.context().close();
});

it('the preview’s picture is there for everybody, and none of a hidden or an unknown property', async () => {
  const { html } = await shell('/properties/1');
  const address = metaOf(html, 'og:image')!.replaceAll('&amp;', '&');
  expect(address).toMatch(/\/api\/previews\/property-1\.png\?sold=5$/);
  const picture = await fetch(url(new URL(address).pathname));
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  expect(picture.headers.get('Cache-Control')).toBe('public, max-age=3600');
  for (const at of ['/', '/properties']) {
    const told = await shell(at);
    expect(told.html).toContain(`<link rel="canonical" href="${new URL(at, address).href}" />`);
    expect((await fetch(url(new URL(metaOf(told.html, 'og:image')!).pathname))).status).toBe(200);
  }
  const gone = await Promise.all(
    [3, 99].map((id) => fetch(url(`/api/previews/property-${id}.png`)).then(async ({ status }) => status)),
  );
  expect(gone).toEqual([404, 404]);
  const list = await (await fetch(url('/sitemaps/0.xml'))).text();
  expect([list.includes('/properties/1<'), list.includes('/properties/3<')]).toEqual([true, false]);
  expect(await (await fetch(url('/robots.txt'))).text()).toContain(`Sitemap: ${new URL('/sitemap.xml', address).href}`);
});

it('a stranger who participates signs in, and comes back with the tokens that were chosen', async () => {
  const wallet = await program.sandbox.newWallet({ xrp: 100, rlusd: 1_000 });
  const { page, wrong } = await visit(browser, 'wide', { gate: true });
  await page.goto(url('/properties/1'));
  await page.getByRole('link', { name: 'Participate Now' }).click();
  const panel = page.getByRole('dialog', { name: 'Participate' });
  await panel.getByLabel('Tokens', { exact: true }).fill('7');
  await panel.getByRole('link', { name: 'Sign in to buy' }).click();
  await signInHere(program, page, wallet.address, () =>
    page.getByRole('button', { name: 'Connect Xaman Wallet' }).click(),
  );
  await page.waitForURL(url('/properties/1?tokens=7'));
  expect(await panel.getByLabel('Tokens', { exact: true }).inputValue()).toBe('7');
  await panel.getByRole('link', { name: 'Verify identity first' }).waitFor();
  expect(wrong).toEqual([]);
  await page.context().close();
});

it('verified investors and the landlord see the exact address, and the contract with its digest', async () => {
  for (const person of [people.investor, people.landlord]) {
    const { page, wrong } = await signedIn(browser, person, 'wide', 'dark');
    await page.goto(url('/properties/1'));
    await page.getByText(ADDRESS).waitFor();
    await page.getByText(/^lease\.pdf/).waitFor();
    await page.getByTitle(SHA256).waitFor();
    await expectSound(page, `a property with its details, ${person.address}`);
    expect(wrong).toEqual([]);
    await page.context().close();
  }
});

it('a hidden property is a 404 for who may not see it, by address, shell and page', async () => {
  const [unknown, hidden] = [await shell('/properties/99'), await shell('/properties/3')];
  expect([unknown.status, hidden.status]).toEqual([404, 404]);
  // A hidden property cannot be told from an unknown one.
  expect(hidden.html).toBe(unknown.html);
  for (const person of [people.visitor, people.investor, people.stranger])
    expect((await person.call('GET', '/api/properties/3/profile')).status).toBe(404);
  expect((await shell('/properties/3', people.investor)).status).toBe(404);
  for (const person of [people.landlord, people.admin, people.auditor]) {
    const own = await shell('/properties/3', person);
    expect([own.status, titleOf(own.html)]).toEqual([200, 'Tknest']);
    expect((await person.get('/api/properties/3/profile')).hidden).toBe(true);
  }
  const { page } = await visit(browser, 'phone', { gate: true });
  await page.goto(url('/properties/3'));
  await heading(page, 'Property Not Found');
  await expectSound(page, 'a property that is not there');
  await page.context().close();
});

it('where visitors pass a gate it stands before the page, and the shell tells nothing of what lies behind', async () => {
  await program.stop();
  await program.start({ DEMO_ACCESS_CODE: 'LEDGER2024' });
  await until(
    async () => (await shell('/properties/1')).status,
    (status) => status === 200,
    'the read models',
  );
  const { html } = await shell('/properties/1');
  expect([titleOf(html), metaOf(html, 'robots'), metaOf(html, 'og:title')]).toEqual(['Tknest', 'noindex', undefined]);
  expect((await shell('/properties/99')).status).toBe(404);
  const { page, wrong } = await visit(browser, 'wide', { gate: true });
  await page.goto(url('/properties/1'));
  await page.getByLabel('Access code').fill('LEDGER2024');
  expect(await page.getByText('Sample Court').count()).toBe(0);
  await page.keyboard.press('Enter');
  await heading(page, 'Sample Court');
  expect(wrong).toEqual([]);
  await page.context().close();
});
