import type { Clock } from '../clock/clock.js';
import { commitOnce } from './commit-once.js';
import { COMMIT_LIMITS, commitWithRetry } from './commit-with-retry.js';
import type { EventStore, StreamWrite } from './event-store.js';
import type { Loaded } from './folding.js';
import { inTurn } from './in-turn.js';

/** Whose stream a commit is decided on: it goes nowhere else than after what was loaded. */
export type DecidedOn = Pick<Loaded<unknown>, 'stream' | 'revision' | 'lastEventId'>;

/** Events to append, all of them or none. */
export interface Commit {
  decidedOn: DecidedOn;
  /** Computed again at each attempt; null if a stream that it depends on has changed. */
  writes(): Promise<readonly StreamWrite[] | null>;
  /** Streams that nothing is written to and that must not have moved either. */
  guards?: readonly Pick<StreamWrite, 'stream' | 'expected'>[];
  /** Streams of others, which `writes` loads itself: where only one of these moved it is tried again. */
  shared?: readonly string[];
}

export interface CommitPorts {
  store: EventStore;
  clock: Clock;
  businessDate(): Promise<string>;
  /** Who shares a stream in this process takes turns by it. */
  turns: object;
}

/**
 * Appends what the platform itself decided, in turn with other writers of its streams in this process.
 * @returns false if the stream that it was decided on, or one that it depends on, has changed: load it and decide again
 * @throws CommitContended, and what `writes` throws
 */
export function commitShared(
  { store, clock, businessDate, turns }: CommitPorts,
  correlationId: string | null,
  { decidedOn, guards, shared = [], writes }: Commit,
): Promise<boolean> {
  const attempt = async () => {
    const made = await writes();
    return made && commitOnce(store, { decidedOn, correlationId, businessDate: await businessDate(), guards }, made);
  };
  return inTurn(turns, shared, () => commitWithRetry(clock, COMMIT_LIMITS, attempt, (moved) => shared.includes(moved)));
}
