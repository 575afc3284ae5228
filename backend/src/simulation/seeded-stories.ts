/** The command line of a simulation: which stories are played, and what is printed about them. */
import { parseArgs } from 'node:util';

/** A story's result: its counters, and the rule that it broke. */
export interface Told {
  counts: Record<string, number>;
  broken: Error | null;
  /** Equal for equal stories; printed with `--digest`. */
  digest: string;
}

/** A kind of story, with its deliberately faulty variants. */
interface Simulation<Variant> {
  variants: Record<string, Variant>;
  play(seed: number, variant: Variant | undefined): Promise<Told>;
}

const OPTIONS = {
  story: { type: 'string' },
  seeds: { type: 'string' },
  from: { type: 'string' },
  only: { type: 'string' },
  variant: { type: 'string' },
  'until-broken': { type: 'boolean' },
  digest: { type: 'boolean' },
} as const;

interface Chosen {
  story: string;
  seeds: number[];
  /** An empty name stands for the real process. */
  variants: string[];
  untilBroken: boolean;
  digest: boolean;
}

/**
 * Plays `--seeds N [--from N]` or `--only N,N` of `--story name`, once or for each of `--variant name,name`, prints
 * which seeds break a rule, and ends with code 1 if one does. `--until-broken` ends a variant at its first broken seed.
 * @param simulations by the name of their stories; the first is the default
 */
export async function playSeeded(command: string, simulations: Record<string, Simulation<any>>): Promise<never> {
  const known = Object.entries(simulations).map(([name, { variants }]) => [name, Object.keys(variants)] as const);
  const { story, seeds, digest, untilBroken, ...chosen } = understood(command, new Map(known));
  const { play, variants } = simulations[story]!;
  let broken = 0;
  for (const variant of chosen.variants) broken += await playOne(variant);
  process.exit(broken > 0 ? 1 : 0);

  async function playOne(variant: string): Promise<number> {
    const total: Record<string, number> = {};
    const began = performance.now();
    let [played, broken] = [0, 0];
    for (const seed of seeds) {
      const told = await play(seed, variant ? variants[variant] : undefined);
      played++;
      for (const [name, count] of Object.entries(told.counts)) total[name] = (total[name] ?? 0) + count;
      if (digest) say(`${seed} ${told.digest}`);
      if (!told.broken) continue;
      broken++;
      const again = `${command} --story ${story} --only ${seed}${variant && ` --variant ${variant}`}`;
      say(`seed ${seed}: ${told.broken.message}\n  again: ${again}`);
      if (untilBroken) break;
    }
    const counted = Object.entries(total).map(([name, count]) => `${count} ${name}, `);
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`${variant && `${variant}: `}${played} seeds in ${seconds} s: ${counted.join('')}${broken} seeds broken`);
    return broken;
  }
}

function understood(command: string, known: ReadonlyMap<string, readonly string[]>): Chosen {
  try {
    return readArguments(process.argv.slice(2), known);
  } catch (error) {
    const usage = '[--story name] --seeds N [--from N] | --only N,N  [--variant name,name]';
    say(`${(error as Error).message}\nusage: ${command} ${usage}`);
    process.exit(2);
  }
}

/**
 * Parses which stories to play.
 * @param known stories, with their variants
 * @throws Error if an option, a number, a story or a variant is not understood
 */
export function readArguments(args: string[], known: ReadonlyMap<string, readonly string[]>): Chosen {
  const { values } = parseArgs({ args, options: OPTIONS, strict: true });
  if (values.only !== undefined && (values.seeds ?? values.from) !== undefined)
    throw new Error('--only names the seeds: --seeds and --from do not go with it');
  const [first] = known.keys();
  const story = values.story ?? first!;
  const ofStory = known.get(story);
  if (!ofStory) throw new Error(`There is no story "${story}": ${[...known.keys()].join(', ')}`);
  const from = numberIn(values.from ?? '1');
  const count = numberIn(values.seeds ?? '100');
  const variants = values.variant?.split(',') ?? [''];
  const unknown = values.variant === undefined ? undefined : variants.find((name) => !ofStory.includes(name));
  if (unknown !== undefined) throw new Error(`There is no variant "${unknown}" of ${story}: ${ofStory.join(', ')}`);
  const seeds =
    values.only !== undefined
      ? values.only.split(',').map(numberIn)
      : Array.from({ length: count }, (_, index) => from + index);
  return { story, seeds, variants, untilBroken: values['until-broken'] ?? false, digest: values.digest ?? false };
}

function numberIn(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`"${text}" is no whole number from 1 up`);
  return Number(text);
}

const say = (line: string) => process.stdout.write(`${line}\n`);
