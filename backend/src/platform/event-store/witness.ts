import { START, type Position } from './event-store.js';
import { LogWentBack } from './log-went-back.js';
import type { PreparedCommand } from './prepare.js';
import { toPosition, toSequence } from './positions.js';

/** A witnessed event: read, with its seal; or written, with its unique id. */
export interface Seen {
  /** 0 before anything was seen. */
  position: number;
  hash: string | null;
  id: string | null;
}

/** The log's event at the requested position; null if the log ends before it. */
export type Found = { hash: string; id: string } | null;

/** How long a check is valid for readers of events in memory, in milliseconds. No server fails over faster. */
const GOOD_FOR_MS = 250;

/**
 * The newest event of the log that this process has seen. Every call of a store also selects it in the statement that
 * it sends anyway, so a log that lost or replaced it is detected before its answer is used.
 */
export class Witness {
  private newest: Seen = { position: 0, hash: null, id: null };
  private wentBack: LogWentBack | null = null;
  private looking: Promise<void> | null = null;
  private lookedAt = -Infinity;

  /** @param onWentBack called once */
  constructor(private readonly onWentBack: (error: LogWentBack) => void = () => {}) {}

  /** The event that the next call must select. */
  get seen(): Seen {
    return this.newest;
  }

  get problem(): string | null {
    return this.wentBack?.message ?? null;
  }

  /**
   * Compares the found event with the expected one.
   * @param head the end of the log, if the same statement returned it
   * @throws LogWentBack
   */
  check(asked: Seen, found: Found, head: Position = found ? toPosition(asked.position) : START): void {
    if (asked.position === 0) return void (this.lookedAt = performance.now());
    const fits = found !== null && (asked.hash === null ? found.id === asked.id : found.hash === asked.hash);
    if (!fits) this.report(new LogWentBack(toPosition(asked.position), asked.hash, head));
    this.lookedAt = performance.now();
    // It was written here but never read; from now on its seal is known.
    if (this.newest.position === asked.position && asked.hash === null) this.newest = { ...asked, hash: found.hash };
  }

  /** The witnessed event stays the one that every later call selects. @throws the error given */
  report(error: LogWentBack): never {
    const first = this.wentBack === null;
    this.wentBack = error;
    this.lookedAt = -Infinity;
    if (first) this.onWentBack(error);
    throw error;
  }

  /** Events that were read, in any order. */
  read(events: readonly { position: Position | number; hash: string }[]): void {
    for (const { position, hash } of events) {
      const at = typeof position === 'number' ? position : toSequence(position);
      if (at > this.newest.position) this.newest = { position: at, hash, id: null };
    }
  }

  /** A command that was written: its last event has this position. */
  wrote({ writes }: Pick<PreparedCommand, 'writes'>, position: Position): void {
    const id = writes.flatMap(({ events }) => events).at(-1)?.id;
    const at = toSequence(position);
    if (id !== undefined && at > this.newest.position) this.newest = { position: at, hash: null, id };
  }

  /** Checks the log for readers of events in memory, unless that was done a moment ago. @throws LogWentBack */
  async look(ask: () => Promise<unknown>): Promise<void> {
    if (performance.now() - this.lookedAt < GOOD_FOR_MS) return;
    await (this.looking ??= ask()
      .then(() => undefined)
      .finally(() => (this.looking = null)));
  }
}
