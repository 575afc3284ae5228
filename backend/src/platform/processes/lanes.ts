/** Runs work of one lane in order and of different lanes side by side, up to a limit. */
export class Lanes {
  private readonly tails = new Map<string, Promise<void>>();
  private active = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** Resolves when another piece of work may be taken on: back-pressure for whoever feeds the lanes. */
  async room(): Promise<void> {
    while (this.active >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** `work` must not reject for ever: what it throws ends here. */
  run(lane: string, work: () => Promise<unknown>): void {
    this.active++;
    const before = this.tails.get(lane) ?? Promise.resolve();
    const done = (): void => this.ended(lane, tail);
    const tail: Promise<void> = before.then(work).then(done, done);
    this.tails.set(lane, tail);
  }

  async idle(): Promise<void> {
    await Promise.all(this.tails.values());
  }

  private ended(lane: string, tail: Promise<void>): void {
    this.active--;
    if (this.tails.get(lane) === tail) this.tails.delete(lane);
    this.waiting.splice(0).forEach((wake) => wake());
  }
}
