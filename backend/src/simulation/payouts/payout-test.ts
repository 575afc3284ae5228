/**
 * `node backend/dist/simulation/payouts/payout-test.js --seeds 1000 [--from 1] [--variant name]`: plays seeded stories
 * of payout runs and the escrow's books, and names the seeds that break a rule.
 */
import { playPayouts } from './payout-story.js';
import { PAYOUT_VARIANTS } from './payout-variants.js';

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at >= 0 ? (process.argv[at + 1] ?? fallback) : fallback;
}

const seeds = Number(option('seeds', '100'));
const from = Number(option('from', '1'));
const variant = option('variant', '');
const say = (line: string) => process.stdout.write(`${line}\n`);
if (!Number.isInteger(seeds) || !Number.isInteger(from) || (variant && !PAYOUT_VARIANTS[variant])) {
  say(`usage: payout-test --seeds N [--from N] [--variant ${Object.keys(PAYOUT_VARIANTS).join('|')}]`);
  process.exit(2);
}

const total = { runs: 0, payments: 0, kills: 0, broken: 0 };
const began = performance.now();
for (let seed = from; seed < from + seeds; seed++) {
  const verdict = await playPayouts(seed, variant ? PAYOUT_VARIANTS[variant] : undefined);
  total.runs += verdict.runs;
  total.payments += verdict.payments;
  total.kills += verdict.kills;
  if (process.argv.includes('--digest')) say(`${seed} ${verdict.digest}`);
  if (!verdict.broken) continue;
  total.broken++;
  say(`seed ${seed}: ${verdict.broken.message}`);
}
say(
  `${seeds} seeds in ${Math.round((performance.now() - began) / 1000)} s: ${total.runs} runs, ${total.payments} payments, ${total.kills} kills, ${total.broken} seeds broken`,
);
process.exit(total.broken > 0 ? 1 : 0);
