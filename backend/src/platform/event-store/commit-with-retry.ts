import type { Clock } from '../clock/clock.js';
import { jitter } from '../clock/jitter.js';
import { TryAgainLater } from '../domain/try-again-later.js';
import type { Committed } from './commit-once.js';

export interface RetryLimits {
  /** Maximum number of attempts, so that a clock that stands still does not make it endless. */
  tries: number;
  /** No new attempt begins later than this many milliseconds after the first. */
  deadlineMs: number;
}

export const COMMIT_LIMITS: RetryLimits = { tries: 1_000, deadlineMs: 10_000 };
/** Attempts before the first pause, and the longest pause between two, in milliseconds. */
const AT_ONCE = 10;
const PAUSE_MS = 20;

/** Others kept changing a shared stream until the limit was reached. Nothing was written. */
export class CommitContended extends TryAgainLater {
  constructor(stream: string) {
    super(`${stream} changed at every attempt: nothing was written`);
    this.name = 'CommitContended';
  }
}

/**
 * Decides and commits again while only shared streams have changed.
 * @param attempt loads the shared streams, decides and commits; returns null if something it depends on has changed
 * @param isShared whether a changed stream is one of those that `attempt` loads again
 * @returns false if another stream has changed: the caller loads it and decides again
 * @throws CommitContended when the limit is reached; what `attempt` throws
 */
export async function commitWithRetry(
  clock: Clock,
  limits: RetryLimits,
  attempt: () => Promise<Committed | null>,
  isShared: (stream: string) => boolean,
): Promise<boolean> {
  const deadline = clock.now().getTime() + limits.deadlineMs;
  for (let tried = 1; ; tried++) {
    const committed = await attempt();
    if (!committed) return false;
    if (committed.done) return true;
    if (!isShared(committed.moved)) return false;
    if (tried >= limits.tries || clock.now().getTime() >= deadline) throw new CommitContended(committed.moved);
    if (tried >= AT_ONCE) await clock.sleep(jitter(PAUSE_MS));
  }
}
