// How fast and how still a page is for somebody on a slow phone: Lighthouse's slow 4G (1.6 Mbit/s, 150 ms), and a
// processor four times slower.
import { enterAs } from './browser.mjs';

/** Of the first screens: maximum largest contentful paint in milliseconds, and cumulative layout shift of any page. */
export const LIMITS = { lcpMs: 1_200, cls: 0.01 };
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const SETTLED_MS = 2_500;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const WIDE = { viewport: { width: 1440, height: 900 } };
/** A task that is longer keeps a person waiting. */
const LONG_TASK_MS = 50;

/**
 * A first visit, and a returning one.
 * @param token of a session; undefined for a visitor @param hasPassed whether the access code was entered before
 * @returns of the first visit: lcp and blocked (by long tasks) in ms, cls with the shifted elements, scripts and
 * styles; `again`: the returning visit's lcp in ms
 */
export async function measure(browser, url, { token, isWide = false, hasPassed = true } = {}) {
  const context = await browser.newContext(isWide ? WIDE : PHONE);
  if (token) {
    await enterAs(context, { base: new URL(url).origin, token });
    await context.addInitScript(() => localStorage.setItem('signed-in', 'yes'));
  }
  if (hasPassed) await context.addInitScript(() => sessionStorage.setItem('demo-access', 'open'));
  await context.addInitScript((longTaskMs) => {
    window.vitals = { lcp: 0, blocked: 0, cls: 0, shifts: [] };
    const watch = (type, seen) =>
      new PerformanceObserver((list) => list.getEntries().forEach(seen)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => (window.vitals.lcp = startTime));
    watch('longtask', ({ duration }) => (window.vitals.blocked += duration - longTaskMs));
    watch('layout-shift', ({ value, hadRecentInput, sources }) => {
      if (hadRecentInput) return;
      window.vitals.cls += value;
      window.vitals.shifts.push(...sources.map(({ node }) => node?.className ?? node?.nodeName));
    });
  }, LONG_TASK_MS);
  const visit = async () => {
    const page = await context.newPage();
    const files = { scripts: 0, styles: 0 };
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') files.styles++;
      if (request.resourceType() === 'script') files.scripts++;
    });
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.waitForTimeout(SETTLED_MS);
    const vitals = await page.evaluate(() => window.vitals);
    await page.close();
    return { ...vitals, ...files };
  };
  const first = await visit();
  const { lcp: again } = await visit();
  await context.close();
  return { ...first, again };
}
