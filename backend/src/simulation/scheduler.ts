import type { Random } from '#platform/seeded-random.js';

/** Thrown into a task whose process is killed: nothing after it happens, as with kill -9. */
export class Killed extends Error {
  constructor(readonly at: string) {
    super(`killed at ${at}`);
    this.name = 'Killed';
  }
}

interface Waiting {
  task: number;
  label: string;
  go(): void;
  kill(error: Error): void;
}

/**
 * Runs tasks concurrently, one step at a time. A step ends at a scheduler gate, which every external call passes before
 * and after. The seed decides which task continues, and whether it is killed instead.
 */
export class Scheduler {
  private readonly waiting: Waiting[] = [];
  private current = 0;
  private tasks = 0;
  private alive = new Set<number>();
  /** Unexpected errors with which tasks ended. */
  readonly failures: Error[] = [];
  killChance = 0;
  kills = 0;

  constructor(private readonly random: Random) {}

  /** The number of the task that runs; tasks are numbered in the order in which they began. */
  get running(): number {
    return this.current;
  }

  /** How many tasks have begun so far. */
  get begun(): number {
    return this.tasks;
  }

  get idle(): boolean {
    return this.alive.size === 0;
  }

  /** Begins a task; it runs immediately until its first gate. */
  start(work: () => Promise<unknown>): void {
    const task = ++this.tasks;
    this.alive.add(task);
    this.current = task;
    work()
      .catch((error: Error) => {
        if (!(error instanceof Killed)) this.failures.push(error);
      })
      .finally(() => this.alive.delete(task));
  }

  gate(label: string): Promise<void> {
    const task = this.current;
    return new Promise((resolve, reject) => this.waiting.push({ task, label, go: resolve, kill: reject }));
  }

  /** A power failure: no task in progress continues, not even one that has not reached its first gate. */
  async killAll(): Promise<void> {
    await drained();
    for (const { kill, label } of this.waiting.splice(0)) kill(new Killed(label));
  }

  /** One step of one task. @returns false if no task waits */
  async step(): Promise<boolean> {
    await drained();
    if (this.waiting.length === 0) return false;
    const [next] = this.waiting.splice(this.random.below(this.waiting.length), 1) as [Waiting];
    this.current = next.task;
    if (this.random.chance(this.killChance)) {
      this.kills++;
      next.kill(new Killed(next.label));
    } else next.go();
    await drained();
    return true;
  }
}

/** Lets every started task run until it waits at a gate or has ended. */
const drained = () => new Promise<void>((resolve) => setImmediate(resolve));
