import type { BusinessDate } from '@tknest/contracts/events';
import type { Clock } from '../clock/clock.js';
import { commitOnce } from './commit-once.js';
import { COMMIT_LIMITS, commitWithRetry } from './commit-with-retry.js';
import type { EventStore, StreamWrite } from './event-store.js';
import type { Loaded } from './folding.js';
import { inTurn } from './in-turn.js';

/** The stream on which a commit is decided: it is only appended at the loaded revision. */
export type DecidedOn = Pick<Loaded<unknown>, 'stream' | 'revision' | 'lastEventId'>;

/** Events to append, all of them or none. */
export interface Commit {
  decidedOn: DecidedOn;
  /** Computed again at each attempt; null if a stream that it depends on has changed. */
  writes(): Promise<readonly StreamWrite[] | null>;
  /** Further streams that must not have changed, although nothing is written to them. */
  guards?: readonly Pick<StreamWrite, 'stream' | 'expected'>[];
  /** Shared streams, which `writes` loads itself: if only one of these has changed, the commit is retried. */
  shared?: readonly string[];
}

export interface CommitPorts {
  store: EventStore;
  clock: Clock;
  businessDate(): Promise<BusinessDate>;
  /** Serializes work on the same stream within this process. */
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
