// `node frontend/bench/vitals.mjs [name …]`: how fast pages paint, how long they block and how much they move on a slow
// phone (scripts/lib/vitals.mjs), on a phone's and a wide screen, beside a bare page of the same stack, built in the
// same run. Runs the whole program; build first. Exit code 1 if the median of a page is above a limit. Times need an
// idle machine, and so do their ratios; shifts and files do not.
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { withProgram } from '../../scripts/lib/throwaway-program.mjs';
import { LIMITS, measure } from '../../scripts/lib/vitals.mjs';
import { withBareStack } from './bare-stack.mjs';
import { pagesOf } from './measured-pages.mjs';

const RUNS = Number(process.env.RUNS ?? 3);
/** Painted: times the bare page's. Blocked: milliseconds longer than it. */
const OPEN = { painted: 1.3, blockedMs: 200 };
const SIGNED_IN = { painted: 1.7, blockedMs: 600 };
const AGAIN = 0.6;
const wanted = process.argv.slice(2);

const median = (runs, of) => runs.map(of).sort((a, b) => a - b)[Math.floor(runs.length / 2)];

async function medians(browser, url, options) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(browser, url, options));
  const of = (name) => median(runs, (run) => run[name]);
  const { scripts, styles, shifts } = runs[0];
  return { lcp: of('lcp'), again: of('again'), blocked: of('blocked'), cls: of('cls'), scripts, styles, shifts };
}

const browser = await launchBrowser();
try {
  await withBareStack((bareUrl) =>
    withProgram({ RATE_LIMITS: 'off', DEMO_ACCESS_CODE: '' }, async (runtime) => {
      const pages = (await pagesOf(runtime)).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
      let isWithin = true;
      for (const isWide of [false, true]) {
        const bare = await medians(browser, bareUrl, { isWide });
        process.stdout.write(`${isWide ? 'wide' : 'phone'}: bare page ${(bare.lcp / 1000).toFixed(2)} s\n`);
        for (const { name, at, person } of pages) {
          const seen = await medians(browser, runtime.url + at, { isWide, token: person?.token });
          const most = person ? SIGNED_IN : OPEN;
          const longer = seen.blocked - bare.blocked;
          const [painted, again] = [seen.lcp / bare.lcp, seen.again / seen.lcp];
          isWithin &&= painted <= most.painted && longer <= most.blockedMs && seen.cls <= LIMITS.cls && again <= AGAIN;
          process.stdout.write(
            `${name.padEnd(15)} painted ${painted.toFixed(2)} (at most ${most.painted})  blocked ${longer.toFixed(0)} ms (${most.blockedMs})  shifts ${seen.cls.toFixed(3)} (${LIMITS.cls})  again ${again.toFixed(2)} (${AGAIN})  ${seen.scripts} scripts, ${seen.styles} styles  ${seen.cls > LIMITS.cls ? [...new Set(seen.shifts)].join(' ') : ''}\n`,
          );
        }
      }
      process.exitCode = isWithin ? 0 : 1;
    }),
  );
} finally {
  await browser.close();
}
