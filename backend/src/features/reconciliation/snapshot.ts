/** A result that costs more the more there is: made at most once in a while, however often it is asked for. */
export class Snapshot<Result> {
  private made: { result: Result; at: number; tookMs: number } | null = null;
  private making: Promise<Result> | null = null;

  /** @param minAgeMs how old it may be at least; a multiple of the time it takes, where that is longer */
  constructor(
    private readonly make: () => Promise<Result>,
    private readonly minAgeMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The result of a moment ago, or a new one; several who ask at once share it. */
  recent(): Promise<Result> {
    const { made } = this;
    if (made && this.now() - made.at < Math.max(this.minAgeMs, SHARE * made.tookMs))
      return Promise.resolve(made.result);
    return (this.making ??= this.renew());
  }

  /** A result that was begun after this call. */
  async fresh(): Promise<Result> {
    await this.making?.catch(() => undefined);
    return (this.making ??= this.renew());
  }

  private async renew(): Promise<Result> {
    const began = this.now();
    try {
      const result = await this.make();
      this.made = { result, at: this.now(), tookMs: this.now() - began };
      return result;
    } finally {
      this.making = null;
    }
  }
}

/** Making it takes at most this part of the time: one fifth. */
const SHARE = 5;
