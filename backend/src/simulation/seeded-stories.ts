/** The command line of a simulation: which stories are played, and what is said of them. */

/** How a story ended: what it counted, and the rule that it broke. */
export interface Told {
  counts: Record<string, number>;
  broken: Error | null;
  /** The same for the same story; printed where `--digest` asks for it. */
  digest?: string;
}

interface Simulation<Variant> {
  /** How to call it again. */
  command: string;
  variants: Record<string, Variant>;
  play(seed: number, variant: Variant | undefined): Promise<Told>;
}

const UNTIL_BROKEN = '--until-broken';

/**
 * Plays `--seeds N [--from N]` or `--only N,N`, once or for each of `--variant name,name`, says which seeds break a
 * rule, and ends with code 1 where one does. `--until-broken` leaves a variant at its first broken seed.
 */
export async function playSeeded<Variant>({ command, variants, play }: Simulation<Variant>): Promise<never> {
  const { seeds, chosen } = readArguments(command, Object.keys(variants));
  let broken = 0;
  for (const variant of chosen) broken += await playOne(variant);
  process.exit(broken > 0 ? 1 : 0);

  async function playOne(variant: string): Promise<number> {
    const total: Record<string, number> = {};
    const began = performance.now();
    let [played, broken] = [0, 0];
    for (const seed of seeds) {
      const told = await play(seed, variant ? variants[variant] : undefined);
      played++;
      for (const [name, count] of Object.entries(told.counts)) total[name] = (total[name] ?? 0) + count;
      if (process.argv.includes('--digest')) say(`${seed} ${told.digest}`);
      if (!told.broken) continue;
      broken++;
      const again = `${command} --only ${seed}${variant && ` --variant ${variant}`}`;
      say(`seed ${seed}: ${told.broken.message}\n  again: ${again}`);
      if (process.argv.includes(UNTIL_BROKEN)) break;
    }
    const counted = Object.entries(total).map(([name, count]) => `${count} ${name}, `);
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`${variant && `${variant}: `}${played} seeds in ${seconds} s: ${counted.join('')}${broken} seeds broken`);
    return broken;
  }
}

function readArguments(command: string, known: string[]): { seeds: number[]; chosen: string[] } {
  const [count, from] = [Number(option('seeds', '100')), Number(option('from', '1'))];
  const only = option('only', '');
  const chosen = option('variant', '').split(',');
  const seeds = only ? only.split(',').map(Number) : Array.from({ length: count || 0 }, (_, index) => from + index);
  const isUnderstood =
    seeds.length > 0 && seeds.every(Number.isInteger) && chosen.every((name) => !name || known.includes(name));
  if (isUnderstood) return { seeds, chosen };
  say(`usage: ${command} --seeds N [--from N] | --only N,N  [--variant ${known.join('|')}] [${UNTIL_BROKEN}]`);
  process.exit(2);
}

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at >= 0 ? (process.argv[at + 1] ?? fallback) : fallback;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
