import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/platform-client.mjs';

/** Texts of a page that does not exist, or of which a part failed. */
export const DEAD_ENDS = ['Page not found', 'not open yet', 'did not load', 'Couldn’t load', 'Something went wrong'];

/** An address without the parts that vary within a route: ids, wallets, search terms. */
export function routeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://here');
  const kinds = pathname.replace(/\/(\d+|[0-9a-f-]{12,}|r[1-9A-HJ-NP-Za-km-z]{20,}|[^/]*\d{4}[^/]*)(?=\/|$)/g, '/*');
  const kept = [...searchParams].map(([name, value]) => `${name}=${/^[a-z-]{1,12}$/.test(value) ? value : '*'}`);
  return [kinds, ...kept.sort()].join(' ');
}

const PATIENCE_MS = 20_000;
/** Waits until the page and everything that it loads is there. */
export async function settled(page: Page): Promise<void> {
  // An open dialog hides the page's heading, so the heading only has to be attached.
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
  await until(
    () => page.locator('[aria-busy="true"], .skeleton').count(),
    (count) => count === 0,
    `${page.url()} being there`,
  );
}

/** All links of the page to the product itself; on a phone also those behind the menu. */
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
