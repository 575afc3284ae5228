import { expect } from '@jest/globals';
import type { AxeResults, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { enterAs } from '../../scripts/lib/browser.mjs';
import { until, type Person } from '../../scripts/lib/platform-client.mjs';
import { witnessFocus } from './focus-witness.js';
import { watchPage } from './witnesses.js';

export { launchBrowser } from '../../scripts/lib/browser.mjs';

/** Collects faults while a page is used: console errors, failed requests, exceptions, lost focus. */
export function watch(page: Page): string[] {
  const found: string[] = [];
  watchPage(page, found);
  witnessFocus(page);
  page.on('console', (message) => {
    // Chromium logs every response of 400 and above; tests check how the page handles them.
    if (message.type() === 'error' && !/status of (4\d\d)/.test(message.text()))
      found.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    if (!/ERR_ABORTED/.test(request.failure()?.errorText ?? ''))
      found.push(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) found.push(`answer: ${response.status()} ${response.url()}`);
  });
  return found;
}

/** How long anything on a page may take: generous, since a machine may be slow and busy. */
export const PAGE_PATIENCE_MS = 90_000;
const SETTLES_MS = 2_000;

export const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** A page past the access code page, with the person signed in; its errors are collected. */
export async function signedIn(
  browser: Browser,
  person: Person,
  width: keyof typeof WIDTHS,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; context: BrowserContext; wrong: string[] }> {
  const context = await browser.newContext({ viewport: WIDTHS[width], colorScheme: scheme, reducedMotion: 'reduce' });
  await enterAs(context, person);
  await context.addInitScript(() => sessionStorage.setItem('demo-access', 'open'));
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await context.newPage();
  return { page, context, wrong: watch(page) };
}

/** No sideways scroll, and no button that sticks out of its card. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const wide = () => {
    const sticksOut = (button: Element) => {
      const [own, card] = [button, button.closest('.card')!].map((each) => each.getBoundingClientRect());
      return own!.width > 0 && (own!.right > card!.right || own!.left < card!.left);
    };
    return (
      document.documentElement.scrollWidth > document.documentElement.clientWidth ||
      [...document.querySelectorAll('.card .btn')].some(sticksOut)
    );
  };
  // A page that was just resized takes a moment to switch its layout.
  const sideways = await until(
    () => page.evaluate(wide),
    (is) => !is,
    name,
    SETTLES_MS,
  ).catch(() => true);
  expect({ name, sideways }).toEqual({ name, sideways: false });
}

const AXE = readFileSync(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds. Runs in the page itself, which has no frames: going through frames and a second page
 * takes several times as long.
 */
async function violationsOf(page: Page, tags?: string[]): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: RunOptions = { resultTypes: ['violations'], ...(tags && { runOnly: { type: 'tag', values: tags } }) };
  return page.evaluate(
    async (how) => (await (window as unknown as { axe: typeof import('axe-core') }).axe.run(how)).violations,
    options,
  );
}

/** No sideways scroll, and axe finds nothing serious or critical. @param tags only these rules, all where left out */
export async function expectSound(page: Page, name: string, tags?: string[]): Promise<void> {
  await expectNoSidewaysScroll(page, name);
  const grave = (await violationsOf(page, tags))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  expect({ name, grave }).toEqual({ name, grave: [] });
}
