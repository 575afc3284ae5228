// `npm run judge-pages [-- name …]`: Lighthouse's mobile figure of each page, beside that of a bare page of the same
// stack. Lighthouse and Chromium are not part of the project: install Lighthouse 12 into a folder beside the
// repository (`npm install --prefix ../lighthouse lighthouse@12.8`, or the one that LIGHTHOUSE names). Without it,
// nothing is judged. Build first. Exit code 1 if a page is below its goal. Needs an idle machine.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withProgram } from '../../scripts/lib/throwaway-program.mjs';
import { withBareStack } from './bare-stack.mjs';
import { pagesOf } from './measured-pages.mjs';

const GOALS = { visitors: 92, signedIn: 80 };
const CHROMIUM = process.env.CHROME_PATH ?? '/usr/bin/chromium';
const folder = path.resolve(process.env.LIGHTHOUSE ?? path.join(import.meta.dirname, '../../../lighthouse'));
const wanted = process.argv.slice(2);

if (existsSync(path.join(folder, 'node_modules/lighthouse'))) await judge();
else console.log(`There is no Lighthouse in ${folder}, so no page was judged.`);

async function judge() {
  const beside = createRequire(path.join(folder, 'package.json'));
  const load = (name) => import(pathToFileURL(beside.resolve(name)));
  const [{ default: lighthouse }, { default: puppeteer }] = await Promise.all(
    ['lighthouse', 'puppeteer-core'].map(load),
  );
  const browser = await puppeteer.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });

  /** @returns the figure, and the seconds until the largest paint and those blocked */
  async function figure(url, token) {
    const page = await browser.newPage();
    // Lighthouse forgets what a browser kept, so each document begins with the mark of somebody who is signed in.
    if (token) await page.evaluateOnNewDocument(() => localStorage.setItem('signed-in', 'yes'));
    const extraHeaders = token ? { Cookie: `__Host-session=${token}` } : {};
    const flags = { onlyCategories: ['performance'], logLevel: 'error', extraHeaders };
    const { lhr } = await lighthouse(url, flags, undefined, page);
    await page.close();
    const seconds = (id) => (lhr.audits[id].numericValue / 1000).toFixed(1);
    const [painted, blocked] = ['largest-contentful-paint', 'total-blocking-time'].map(seconds);
    return {
      version: lhr.lighthouseVersion,
      score: Math.round(lhr.categories.performance.score * 100),
      painted,
      blocked,
    };
  }
  const print = (name, { score, painted, blocked }, goal) =>
    console.log(`${name.padEnd(15)} ${score} ${goal ? `(at least ${goal})` : ''}  ${painted} s, blocked ${blocked} s`);

  try {
    await withBareStack((bareUrl) =>
      // Without an access code, which would come before every page.
      withProgram({ RATE_LIMITS: 'off', DEMO_ACCESS_CODE: '' }, async (runtime) => {
        const bare = await figure(bareUrl);
        print(`bare page, ${bare.version}`, bare);
        for (const { name, at, person } of await pagesOf(runtime)) {
          if (wanted.length > 0 && !wanted.includes(name)) continue;
          const goal = person ? GOALS.signedIn : GOALS.visitors;
          const seen = await figure(runtime.url + at, person?.token);
          print(name, seen, goal);
          if (seen.score < goal) process.exitCode = 1;
        }
      }),
    );
  } finally {
    await browser.close();
  }
}
