/** Runs changes of the ledger one at a time, in the order of the requests, each once its prerequisite is ready. */
export class SerialQueue {
  private tail: Promise<unknown> = Promise.resolve();

  run<T>(ready: Promise<unknown> | undefined, act: () => T): Promise<T> {
    const before = this.tail;
    const result = (async () => {
      await before;
      await ready?.catch(() => undefined);
      return act();
    })();
    this.tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    await this.tail;
  }
}
