/** Plays a story: random actions in each step, and the result. */
import type { Random } from '#platform/seeded-random.js';
import { Broken } from './broken.js';
import type { Platform } from './platform.js';
import type { Told } from './seeded-stories.js';
import type { World } from './world.js';

/** Somebody or something that acts in a story, with its share of all actions. */
export interface Actor<Story> {
  chance: number;
  act(story: Story): void | Promise<void>;
}

/** An additional action that happens occasionally, if it is possible. */
export interface Occasion<Story> extends Actor<Story> {
  when(story: Story): boolean;
}

/** The rules of a story. */
export interface Plot<P extends Platform> {
  /** Outages and the like, which are more likely to end than to begin. */
  endings: readonly Occasion<P>[];
  /** Draws the actor of a step. */
  actor: (random: Random) => Actor<P>;
  /** Actions that may replace the actor's. */
  instead?: Occasion<P>;
  /** Actions that may follow it, in the same step. */
  besides?: readonly Occasion<P>[];
  /** How far tasks run between two steps. */
  pace: number;
  /** Invariants after a step. */
  check(platform: P, step: number): Promise<void>;
}

/**
 * Draws one of these actors. With a different order, or different probabilities, the same seeds play different stories.
 * @throws Error if their probabilities do not add up to 1
 */
export function oneOf<Story>(actors: readonly Actor<Story>[]): (random: Random) => Actor<Story> {
  let sum = 0;
  // Rounded, because sums of decimals are not exact.
  const upTo = actors.map(({ chance }) => (sum = Math.round((sum + chance) * 1e6) / 1e6));
  if (sum !== 1) throw new Error(`The chances of these actors add up to ${sum}, not to 1`);
  return (random) => {
    const roll = random.next();
    return actors[upTo.findIndex((limit) => roll < limit)]!;
  };
}

/** Plays these steps of a story. */
export async function playSteps<P extends Platform>(platform: P, plot: Plot<P>, from: number, to: number) {
  const { random, scheduler } = platform.world;
  const comes = ({ when, chance }: Occasion<P>) => when(platform) && random.chance(chance);
  for (let step = from; step < to; step++) {
    for (const ending of plot.endings) if (comes(ending)) await ending.act(platform);
    const drawn = plot.actor(random);
    await (plot.instead && comes(plot.instead) ? plot.instead : drawn).act(platform);
    for (const occasion of plot.besides ?? []) if (comes(occasion)) await occasion.act(platform);
    for (let i = 0; i < plot.pace; i++) if (!(await scheduler.step())) break;
    platform.failIfAnyFailed();
    await plot.check(platform, step);
  }
}

/** Plays a story to its end. @returns its counters, and the rule that it broke */
export async function tell(
  world: World,
  story: () => Promise<void>,
  count: () => Record<string, number> | Promise<Record<string, number>>,
): Promise<Told> {
  let broken: Broken | null = null;
  try {
    await story();
  } catch (error) {
    const unexpected = () => new Broken('no step fails unexpectedly', (error as Error).stack ?? String(error));
    broken = error instanceof Broken ? error : unexpected();
  }
  return { counts: await count(), broken, digest: await digestOf(world) };
}

/** The story's events as one line: the same seed plays the same story, including the next random number. */
const digestOf = async ({ store, ledger, random }: World): Promise<string> =>
  `${await store.head()}/${ledger.index}/${ledger.applied.size}/${random.next()}`;
