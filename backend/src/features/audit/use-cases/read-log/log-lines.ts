import type { AuditEventView, LogQuery } from '@tknest/contracts/api';
import {
  START,
  type EventFilter,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';

const PAGE = 1_000;

/** An event as the audit API returns it. */
export function viewOf(event: RecordedEvent): AuditEventView {
  const { position, stream, revision, type, version, at, data, metadata, hash } = event;
  return {
    position,
    stream,
    revision,
    type,
    version,
    at,
    actor: metadata.actor,
    data,
    metadata: { ...metadata, eventId: event.id },
    hash,
  };
}

/** An event as a line of `events.jsonl`. */
export const lineOf = (event: RecordedEvent): string => `${JSON.stringify(viewOf(event))}\n`;

/** The text of `events.jsonl`, a page of events at a time. */
export async function* linesOf(pages: AsyncIterable<RecordedEvent[]>): AsyncGenerator<string> {
  for await (const events of pages) yield events.map(lineOf).join('');
}

/** The last position of a call: the log's head if it names none. */
export const throughOf = async ({ through }: LogQuery, store: Pick<EventStore, 'head'>): Promise<Position> =>
  through ? toPosition(through) : store.head();

/** The log's events page by page, from after one position up to and including another. */
export async function* pagesOf(
  store: Pick<EventStore, 'readAll'>,
  { after = START, through, filter }: { after?: Position; through: Position; filter?: EventFilter },
): AsyncGenerator<RecordedEvent[]> {
  while (after < through) {
    const page = await store.readAll(after, { limit: PAGE, filter });
    const events = page.events.filter(({ position }) => position <= through);
    if (events.length > 0) yield events;
    if (page.end) return;
    after = page.next;
  }
}
