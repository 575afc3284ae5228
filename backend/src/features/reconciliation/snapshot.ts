/** A cached result whose cost grows with the data: computed at limited intervals, however often it is requested. */
export class Snapshot<Result> {
  private made: { result: Result; at: number; tookMs: number } | null = null;
  private making: Promise<Result> | null = null;

  /**
   * @param minAgeMs the age up to which it is reused, in milliseconds; a multiple of its computing time if that is
   * longer
   */
  constructor(
    private readonly make: () => Promise<Result>,
    private readonly minAgeMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The recent result, or a new one; concurrent callers share it. */
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

/** Computing takes at most one fifth of the time. */
const SHARE = 5;
