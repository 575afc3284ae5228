import { Inject, Injectable } from '@nestjs/common';
import type { PaymentStarted } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import {
  EVENT_STORE,
  START,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { paymentStream } from '#features/payments/rules.public.js';
import { LogFold } from '../log-fold.js';
import { LogMinute, minuteOf } from '../read-models/timeline/log-minute.entity.js';
import { emptyBooks, type Books } from './books.js';
import { BOOK_EVENTS, entriesOf, needsTerms, record, remember, type BookEvent } from './record.js';

const PAGE = 1_000;

/**
 * Records an event in the books. They forget payments that have ended: where one of them goes on, its first event says
 * again who pays whom.
 */
export function recordFrom(
  store: Pick<EventStore, 'read'>,
  books: Books,
  recorded: RecordedEvent,
): void | Promise<void> {
  const event = recorded as RecordedEvent & BookEvent;
  const paymentId = needsTerms(books, event);
  return paymentId === null ? record(books, event) : recordLate(store, books, event, paymentId);
}

async function recordLate(
  store: Pick<EventStore, 'read'>,
  books: Books,
  event: BookEvent,
  paymentId: string,
): Promise<void> {
  for await (const { data } of store.read(paymentStream(paymentId), { limit: 1 }))
    remember(books, data as PaymentStarted['data']);
  record(books, event);
  if (!books.open.has(paymentId)) books.payments.delete(paymentId);
}

/** The books as of any position, folded from the log itself. */
@Injectable()
export class BooksAt {
  private readonly fold: LogFold<Books>;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
  ) {
    this.fold = new LogFold<Books>({
      store,
      types: BOOK_EVENTS,
      initial: emptyBooks,
      record: (books, event) => recordFrom(store, books, event),
      copy: (books) => structuredClone(books),
      weight: entriesOf,
    });
  }

  /** @param view reads the books as of `position`; they change afterwards, so it must not keep them */
  at<T>(position: Position, view: (books: Books) => T, signal?: AbortSignal): Promise<T> {
    return this.fold.at(position, view, signal);
  }

  /** The last position that was written at or before a time. @param at ISO 8601, UTC */
  async positionAt(at: string): Promise<Position> {
    const before = await this.db
      .createQueryBuilder(LogMinute, 'm')
      .where('m.minute < :minute', { minute: minuteOf(at) })
      .orderBy('m.minute', 'DESC')
      .limit(1)
      .getOne();
    let position: Position = before?.lastPosition ?? START;
    for (;;) {
      const { events, end } = await this.store.readAll(position, { limit: PAGE });
      const later = events.findIndex((event) => event.at > at);
      if (later >= 0) return events[later - 1]?.position ?? position;
      position = events.at(-1)?.position ?? position;
      if (end) return position;
    }
  }
}
