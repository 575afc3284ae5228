import type { Browser, Page } from 'playwright-core';
import { until } from '../../scripts/lib/platform-client.mjs';
import { expectSound as expectSoundBy, PAGE_PATIENCE_MS, watch, WIDTHS } from './browser.js';
import type { Program } from './program.js';

export { expectNoSidewaysScroll, WIDTHS } from './browser.js';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * A page in a browser of its own, past the access code page unless the test is about that, dark and without motion; its
 * errors are collected.
 */
export async function visit(
  browser: Browser,
  width: keyof typeof WIDTHS = 'wide',
  { gate = false } = {},
): Promise<{ page: Page; wrong: string[] }> {
  const context = await browser.newContext({ viewport: WIDTHS[width], colorScheme: 'dark', reducedMotion: 'reduce' });
  if (!gate) await context.addInitScript(() => sessionStorage.setItem('demo-access', 'open'));
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await context.newPage();
  return { page, wrong: watch(page) };
}

/** Signs this browser in by the calls that the page makes; the wallet's owner signs at once. */
export async function signIn(
  program: Program,
  page: Page,
  address: string,
  userRole: 'investor' | 'landlord',
): Promise<void> {
  await page.goto(`${program.runtime.url}/terms`);
  const { payloadUuid } = await page.evaluate(async (role) => {
    const answer = await fetch('/api/auth/xumm-login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ userRole: role }),
    });
    return (await answer.json()) as { payloadUuid: string };
  }, userRole);
  await program.sandbox.sign(address, payloadUuid);
  await until(
    () =>
      page.evaluate(
        async (id) =>
          ((await (await fetch(`/api/auth/xumm-status/${id}`)).json()) as { authenticated: boolean }).authenticated,
        payloadUuid,
      ),
    Boolean,
    'the sign-in',
  );
}

/** Sound by the rules of WCAG 2.0 to 2.2, levels A and AA. */
export const expectSound = (page: Page, name: string): Promise<void> => expectSoundBy(page, name, WCAG);

/**
 * Rows and cells that a screen reader finds in the browser's accessibility tree. The elements' names are not enough:
 * the cards of a phone set `display`, which removes a table's semantics.
 */
export async function rowsInTree(page: Page): Promise<{ rows: number; cells: number }> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const count = (...roles: string[]) =>
    nodes.filter(({ ignored, role }) => !ignored && roles.includes(role?.value)).length;
  return { rows: count('row'), cells: count('cell', 'gridcell') };
}

/** Elements that can have the focus. */
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** The names that a screen reader announces for the elements that match the selector. */
const namesOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    (fitting) =>
      [...document.querySelectorAll<HTMLElement>(fitting)].map((element) => {
        const labels = (element as HTMLInputElement).labels;
        return (element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '').trim();
      }),
    selector,
  );

/** Checks that the focused element shows its focus, by an outline or its border's color. @throws if it does not */
async function expectFocusSeen(page: Page, name: string): Promise<void> {
  const shows = () => {
    const accent = getComputedStyle(document.body.appendChild(document.createElement('i')));
    const probe = document.body.lastElementChild as HTMLElement;
    probe.style.color = 'var(--pri-text)';
    const colour = accent.color;
    probe.remove();
    let at = document.activeElement;
    // For a hidden radio button or a slider's input, an element around it shows the focus.
    for (let up = 0; at && up < 3; up++, at = at.parentElement) {
      const { outlineStyle, outlineWidth, borderTopColor, borderTopWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
      if (borderTopColor === colour && borderTopWidth !== '0px') return true;
    }
    return false;
  };
  await until(() => page.evaluate(shows), Boolean, `the focus on “${name}” being seen`, 2_000);
}

/** Waits for the element, then presses Tab until it has the focus. @throws if it does not appear or is not reached */
export async function tabTo(page: Page, name: string | RegExp, most = 60): Promise<void> {
  const fits = (at: string) => (typeof name === 'string' ? at === name : name.test(at));
  await until(
    () => namesOf(page, FOCUSABLE),
    (names: string[]) => names.some(fits),
    `${name} being there`,
  );
  const seen: string[] = [];
  for (let i = 0; i <= most; i++) {
    const [at = ''] = await namesOf(page, ':focus');
    if (fits(at)) return expectFocusSeen(page, at);
    seen.push(at.slice(0, 40));
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}; it came to ${seen.join(', ')}`);
}
