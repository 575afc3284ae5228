import type { Browser, Page } from 'playwright-core';
import { until } from '../../scripts/lib/platform-client.mjs';
import { expectSound as expectSoundBy, watch, WIDTHS } from './browser.js';
import type { Program } from './program.js';

export { expectNoSidewaysScroll, WIDTHS } from './browser.js';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A page of somebody's own browser, past the gate, in the dark and without motion; what must not happen is collected. */
export async function visit(browser: Browser, width: keyof typeof WIDTHS = 'wide'): Promise<{ page: Page; wrong: string[] }> {
  const context = await browser.newContext({ viewport: WIDTHS[width], colorScheme: 'dark', reducedMotion: 'reduce' });
  await context.addInitScript(() => sessionStorage.setItem('demo-access', 'open'));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { page, wrong: watch(page) };
}

/** Signs this browser in by the calls that the page makes; the wallet's owner signs at once. */
export async function signIn(program: Program, page: Page, address: string, userRole: 'investor' | 'landlord'): Promise<void> {
  await page.goto(`${program.runtime.url}/terms`);
  const { payloadUuid } = await page.evaluate(async (role) => {
    const answer = await fetch('/api/auth/xumm-login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ userRole: role }) });
    return (await answer.json()) as { payloadUuid: string };
  }, userRole);
  await program.sandbox.sign(address, payloadUuid);
  await until(() => page.evaluate(async (id) => ((await (await fetch(`/api/auth/xumm-status/${id}`)).json()) as { authenticated: boolean }).authenticated, payloadUuid), Boolean, 20_000, 'the sign-in');
}

/** Sound by the rules of WCAG 2.0 to 2.2, levels A and AA. */
export const expectSound = (page: Page, name: string): Promise<void> => expectSoundBy(page, name, WCAG);

/** The name that a screen reader would say for what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    const labels = (element as HTMLInputElement | null)?.labels;
    return (element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
  });

/** Presses Tab until that has the focus. @throws where nobody could get there */
export async function tabTo(page: Page, name: string | RegExp, most = 60): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i <= most; i++) {
    const at = await focused(page);
    if (typeof name === 'string' ? at === name : name.test(at)) return;
    seen.push(at.slice(0, 40));
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}; it came to ${seen.join(', ')}`);
}
