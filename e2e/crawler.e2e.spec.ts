import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Person } from '../scripts/lib/platform-client.mjs';
import { expectNoSidewaysScroll, launchBrowser, signedIn, WIDTHS } from './support/browser.js';
import { startWithEverybody, type Cast } from './support/cast.js';
import { DEAD_ENDS, linksOf, routeOf, settled } from './support/crawl.js';
import { whereFull } from '../backend/test/support/how-much.js';
import { Program } from './support/program.js';
import { expectSound, visit } from './support/visitor.js';

/**
 * A person of each role follows every link that the product shows, breadth first, each route once: no dead ends, no
 * failures, and every page is usable on a phone and wide, light and dark.
 */
const program = new Program();
let browser: Browser;
let people: Cast;
let compliance: Person;

beforeAll(async () => {
  [browser, people] = await Promise.all([launchBrowser(), startWithEverybody(program)]);
  compliance = await program.personOf('compliance').signIn('investor');
  await people.landlord.list({ name: 'Sample Court' });
  await people.investor.buy(1, 4);
  await program.readModelsCaughtUp();
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

/** Routes in the specification that not every role sees a link to. */
const ROUTES = `
  / /dashboard /integrated-dashboard /auth /wallet-auth /kyc /kyc-test /kyc-test-mode /kyc-verification
  /ai-recommendations /checkout?propertyId=1&tokens=2 /token-checkout?propertyId=1 /simple-investment?propertyId=1
  /easy-setup /tokens /auto-tokens /landlord-payments /landlord-payback /trust-line-setup /rlusd-test /rlusd-payment
  /admin /notifications /portfolio /sandbox-desk /wallet-guide /terms /privacy /risks /activity /statements
  /statements?period=2026 /properties/1 /properties/1?tokens=2 /?buy=1`
  .trim()
  .split(/\s+/);
type Look = readonly [width: keyof typeof WIDTHS, scheme: 'light' | 'dark'];
const LOOKS: readonly Look[] = [
  ['wide', 'light'],
  ['phone', 'dark'],
  ['wide', 'dark'],
  ['phone', 'light'],
];
/** About fifty pages, each checked by axe. */
const CRAWL_MS = 600_000;
/** Pages that axe has checked: a route that looks the same to several roles is checked once. */
const seenByAxe = new Set<string>();

const WHO = {
  visitor: () => people.visitor,
  investor: () => people.investor,
  landlord: () => people.landlord,
  admin: () => people.admin,
  auditor: () => people.auditor,
  compliance: () => compliance,
};
const NAMES = Object.keys(WHO) as (keyof typeof WHO)[];

async function crawl(who: keyof typeof WHO, [width, scheme]: Look): Promise<string[]> {
  const person = WHO[who]();
  const { page, wrong } = person.token ? await signedIn(browser, person, width, scheme) : await visit(browser, width);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) answers.push(`${response.status()} ${response.url()}`);
  });
  const waiting = [...ROUTES];
  const seen = new Set(waiting.map(routeOf));
  const faults: string[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const name = `${who} ${next}, ${width}, ${scheme}`;
    await page.goto(program.runtime.url + next);
    await settled(page).catch((error: Error) => faults.push(`${name}: ${error.message.slice(0, 200)}`));
    const text = await page.locator('body').innerText();
    faults.push(...DEAD_ENDS.filter((words) => text.includes(words)).map((words) => `${name}: ${words}`));
    faults.push(...[...wrong.splice(0), ...answers.splice(0)].map((what) => `${name}: ${what}`));
    await look(page, name, `${routeOf(next)} ${width} ${scheme}`).catch((error: Error) => faults.push(error.message));
    for (const link of await linksOf(page, width === 'phone')) {
      if (seen.has(routeOf(link))) continue;
      seen.add(routeOf(link));
      waiting.push(link);
    }
  }
  await page.context().close();
  expect(faults).toEqual([]);
  return [...seen];
}

async function look(page: Page, name: string, once: string): Promise<void> {
  if (!seenByAxe.has(once)) await expectSound(page, name);
  else await expectNoSidewaysScroll(page, name);
  seenByAxe.add(once);
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page, `${name}, at 320`);
  await page.setViewportSize({ width, height });
}

describe.each(NAMES)('everything that leads on for a %s', (who) => {
  whereFull.each(LOOKS)(
    'leads somewhere, %s and %s',
    async (...look) => {
      const routes = await crawl(who, look);
      expect(routes.length).toBeGreaterThan(ROUTES.length);
    },
    CRAWL_MS,
  );
});
