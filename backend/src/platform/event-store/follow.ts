import type { CaughtUp, EventFilter, Page, Position, RecordedEvent } from './event-store.js';

/** Hints that something may have been appended. They trigger a read, whose page alone is authoritative. */
export interface WakeUps {
  /** Incremented with every hint. */
  readonly count: number;
  /** Resolves as soon as `count` differs from `seen`, after `timeoutMs`, or when `signal` aborts. */
  wait(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export interface FollowOptions {
  filter?: EventFilter;
  signal: AbortSignal;
  /** How long to wait for a hint before polling, in case a hint is lost, in milliseconds. */
  pollMs?: number;
  onError?: (error: Error, retryInMs: number) => void;
}

const PAUSE_MIN_MS = 50;
const PAUSE_MAX_MS = 5000;

/**
 * One loop for catching up and following: read pages up to the log's end, report it, wait for a hint or a timeout, read
 * again. Errors of reading are retried forever, with growing pauses: a follower never ends before its signal aborts.
 */
export async function* follow(
  readAll: (after: Position, options: { filter?: EventFilter }) => Promise<Page>,
  wakeUps: WakeUps,
  after: Position,
  { filter, signal, pollMs = 1000, onError }: FollowOptions,
): AsyncGenerator<RecordedEvent | CaughtUp> {
  let position = after;
  let announced: Position | null = null;
  let pauseMs = PAUSE_MIN_MS;
  while (!signal.aborted) {
    // Taken before reading, so that an append during the read ends the wait.
    const seen = wakeUps.count;
    let page: Page;
    try {
      page = await readAll(position, { filter });
      pauseMs = PAUSE_MIN_MS;
    } catch (error) {
      onError?.(error as Error, pauseMs);
      await wakeUps.wait(wakeUps.count, pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
      continue;
    }
    for (const event of page.events) {
      if (signal.aborted) return;
      yield event;
    }
    position = page.next;
    if (!page.end || signal.aborted) continue;
    if (announced !== position) yield { caughtUp: (announced = position) };
    await wakeUps.wait(seen, pollMs, signal);
  }
}

/** Hints within one process. */
export class LocalWakeUps implements WakeUps {
  count = 0;
  private readonly sleepers = new Set<() => void>();

  /** Wakes everybody who waits. */
  wake(): void {
    this.count++;
    for (const wake of Array.from(this.sleepers)) wake();
  }

  wait(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.count !== seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.sleepers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done, { once: true });
      this.sleepers.add(done);
    });
  }
}
