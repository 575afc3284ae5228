import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/platform-client.mjs';

/** What a page says where nothing is, or where a part of it failed. */
export const DEAD_ENDS = ['Nobody lives here', 'not open yet', 'did not load', 'Something went wrong'];

/** An address without what tells one thing from another of its kind: ids, wallets, what was searched for. */
export function routeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://here');
  const kinds = pathname.replace(/\/(\d+|[0-9a-f-]{12,}|r[1-9A-HJ-NP-Za-km-z]{20,}|[^/]*\d{4}[^/]*)(?=\/|$)/g, '/*');
  const kept = [...searchParams].map(([name, value]) => `${name}=${/^[a-z-]{1,12}$/.test(value) ? value : '*'}`);
  return [kinds, ...kept.sort()].join(' ');
}

const PATIENCE_MS = 20_000;
/** Until what is asked for is there and nothing is waited for. */
export async function settled(page: Page): Promise<void> {
  // A dialog hides the page's own heading from those who listen.
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
  await until(
    () => page.locator('[aria-busy="true"], .skeleton').count(),
    (count) => count === 0,
    `${page.url()} being there`,
  );
}

/** Where one can go from here: every link to the product itself, on a phone also those behind the menu. */
export async function linksOf(page: Page, phone: boolean): Promise<string[]> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const opens = phone && (await page.getByRole('dialog').count()) === 0 && (await menu.isVisible());
  if (opens) {
    await menu.click();
    await page.getByRole('dialog').waitFor();
  }
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')]
      .map(({ href }) => new URL(href))
      .filter(({ origin, pathname }) => origin === location.origin && !/^\/(api|docs|metrics)\b/.test(pathname))
      .map(({ pathname, search }) => pathname + search),
  );
  if (opens) await page.keyboard.press('Escape');
  return [...new Set(links)];
}
