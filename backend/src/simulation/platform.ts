import type { Instance } from './instance.js';
import type { World } from './world.js';

/** Steps after which a task that never waits is abandoned. */
export const DRAIN_STEPS = 50_000;
/** How often another instance takes over: rarely if each has to wait for its signing gates. */
const TAKEN_OVER = 0.1;
const TAKEN_OVER_AT_GATES = 0.003;

type ErrorType = abstract new (...args: never[]) => Error;

/** The instances of the platform in a story: one after another, and at times two side by side. */
export class Platform<W extends World = World, I extends Instance = Instance> {
  instance: I;
  /** 0: only if the story says so. */
  takenOver: number;

  /**
   * @param forgives errors of a turn that the next one repeats: an unavailable node, or another process that was faster
   */
  constructor(
    readonly world: W,
    private readonly begin: () => I,
    private readonly forgives: readonly ErrorType[],
  ) {
    this.instance = begin();
    this.takenOver = world.variant.gates ? TAKEN_OVER_AT_GATES : TAKEN_OVER;
  }

  /** Starts the platform in place of the previous instance. */
  restart(): void {
    this.instance = this.begin();
  }

  /** An instance begins a task. */
  act(work: (instance: I) => Promise<unknown>): void {
    if (this.takenOver > 0 && this.world.random.chance(this.takenOver)) this.restart();
    const { instance } = this;
    this.world.scheduler.start(() => work(instance));
  }

  /** The same for a turn that may fail, because it is repeated. */
  attempt(work: (instance: I) => Promise<unknown>): void {
    this.act((instance) =>
      work(instance).catch((error: unknown) => {
        if (!this.forgives.some((type) => error instanceof type)) throw error;
      }),
    );
  }

  /** Lets everything run until it waits for a ledger, a person or a timer. */
  async drain(): Promise<void> {
    for (let step = 0; step < DRAIN_STEPS && (await this.world.scheduler.step()); step++);
    this.failIfAnyFailed();
  }

  async finish(work: (instance: I) => Promise<unknown>): Promise<void> {
    this.act(work);
    await this.drain();
  }

  async finishAttempt(work: (instance: I) => Promise<unknown>): Promise<void> {
    this.attempt(work);
    await this.drain();
  }

  failIfAnyFailed(): void {
    const [failure] = this.world.scheduler.failures;
    if (failure) throw failure;
  }
}
