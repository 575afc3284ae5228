/**
 * Runs work of one lane in order and of different lanes in parallel. Running and waiting work have separate limits, so
 * that a stuck lane only delays its own work.
 */
export class Lanes {
  private readonly queues = new Map<string, (() => Promise<void>)[]>();
  private readonly ready: string[] = [];
  private running = 0;
  private held = 0;
  private sleepers: (() => void)[] = [];

  constructor(
    private readonly atOnceMax: number,
    private readonly heldMax: number,
    /** Receives the error of work that rejects; the lane continues with the next. */
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves when more work can be accepted: backpressure for the reader that feeds the lanes. */
  async room(signal?: AbortSignal): Promise<void> {
    while (this.held >= this.heldMax && !signal?.aborted) await this.change();
  }

  run(lane: string, work: () => Promise<void>): void {
    this.held++;
    const queue = this.queues.get(lane);
    if (queue) {
      queue.push(work);
      return;
    }
    this.queues.set(lane, [work]);
    this.ready.push(lane);
    this.next();
  }

  /** Resolves when no work is left. */
  async idle(): Promise<void> {
    while (this.held > 0) await this.change();
  }

  private next(): void {
    while (this.running < this.atOnceMax && this.ready.length > 0) {
      this.running++;
      void this.work(this.ready.shift()!);
    }
  }

  private async work(lane: string): Promise<void> {
    const queue = this.queues.get(lane)!;
    try {
      await queue[0]!();
    } catch (error) {
      this.onError(error);
    }
    queue.shift();
    this.held--;
    this.running--;
    // To the end of the queue, so that no lane runs twice while others wait.
    if (queue.length > 0) this.ready.push(lane);
    else this.queues.delete(lane);
    this.sleepers.splice(0).forEach((wake) => wake());
    this.next();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.sleepers.push(resolve));
  }
}
