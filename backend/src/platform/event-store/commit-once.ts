import type { BusinessDate } from '@tknest/contracts/events';
import { inputDigest } from './canonical-json.js';
import {
  WrongExpectedRevision,
  type EventMetadata,
  type EventStore,
  type NewEvent,
  type StreamWrite,
} from './event-store.js';
import { expectedOf, type Loaded } from './folding.js';
import { uuidv5 } from './ids.js';

/** The outcome of a commit: written, or the stream that had changed. */
export type Committed = { done: true } | { done: false; moved: string };

/** The streams on which a commit was decided, and its context. */
export interface CommitAt {
  decidedOn: Pick<Loaded<unknown>, 'stream' | 'revision' | 'lastEventId'>;
  correlationId: string | null;
  businessDate: BusinessDate;
  /** Further streams that must not have changed, although nothing is written to them. */
  guards?: readonly Pick<StreamWrite, 'stream' | 'expected'>[];
  /** As in an append's context. */
  fence?: string;
}

/**
 * Appends what the platform itself decided, all or nothing. The command's id is derived from what is written and where,
 * so an append with a lost answer is recognized when repeated. A caller that meets a duplicate loads the streams again.
 */
export async function commitOnce(
  store: EventStore,
  { decidedOn, correlationId, businessDate, guards = [], fence }: CommitAt,
  writes: readonly StreamWrite[],
): Promise<Committed> {
  const written = writes.filter(({ events }) => events.length > 0);
  if (written.length === 0) return { done: true };
  const commandId = uuidv5(`${decidedOn.stream}@${decidedOn.revision}/${inputDigest(written)}`);
  const metadata: EventMetadata = {
    commandId,
    correlationId: correlationId || commandId,
    causationId: decidedOn.lastEventId ?? commandId,
    actor: { wallet: null, role: 'system' },
    businessDate,
  };
  try {
    const { duplicate } = await store.appendMany([...written, ...guards.map((guard) => ({ ...guard, events: [] }))], {
      metadata,
      fence,
    });
    return duplicate ? { done: false, moved: decidedOn.stream } : { done: true };
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return { done: false, moved: error.stream };
    throw error;
  }
}

export const writeTo = (
  loaded: Pick<Loaded<unknown>, 'stream' | 'revision'>,
  events: readonly NewEvent[],
): StreamWrite => ({ stream: loaded.stream, expected: expectedOf(loaded), events });
