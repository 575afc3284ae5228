/**
 * `npm run crash-test -- --seeds 1000 [--from 1] [--variant name]`: plays seeded stories and names the seeds that break
 * a rule.
 */
import { play } from './story.js';
import { FROM_OLD_LOG, VARIANTS, type Variant } from './variants.js';

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at >= 0 ? (process.argv[at + 1] ?? fallback) : fallback;
}

const KNOWN: Record<string, Variant> = { ...VARIANTS, 'from-old-log': FROM_OLD_LOG };
const seeds = Number(option('seeds', '100'));
const from = Number(option('from', '1'));
const variant = option('variant', '');
const say = (line: string) => process.stdout.write(`${line}\n`);
if (!Number.isInteger(seeds) || !Number.isInteger(from) || (variant && !KNOWN[variant])) {
  say(`usage: crash-test --seeds N [--from N] [--variant ${Object.keys(KNOWN).join('|')}]`);
  process.exit(2);
}

const total = { payments: 0, completed: 0, kills: 0, broken: 0 };
const began = performance.now();
for (let seed = from; seed < from + seeds; seed++) {
  const verdict = await play(seed, variant ? KNOWN[variant] : undefined);
  total.payments += verdict.payments;
  total.completed += verdict.completed;
  total.kills += verdict.kills;
  if (!verdict.broken) continue;
  total.broken++;
  say(
    `seed ${seed}: ${verdict.broken.message}\n  again: npm run crash-test -- --seeds 1 --from ${seed}${variant ? ` --variant ${variant}` : ''}`,
  );
}
say(
  `${seeds} seeds in ${Math.round((performance.now() - began) / 1000)} s: ${total.payments} payments, ${total.completed} completed, ${total.kills} kills, ${total.broken} seeds broken`,
);
process.exit(total.broken > 0 ? 1 : 0);
