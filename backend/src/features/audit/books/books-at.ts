import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { EVENT_STORE, START, type EventStore, type Position } from '../../../platform/event-store/event-store.js';
import { minuteOf } from '../read-models/timeline/timeline.projection.js';
import { BOOK_EVENTS, emptyBooks, record, type Books } from './books.js';

const PAGE = 1_000;

/**
 * The books as of any position, folded from the log itself. What was folded last is kept: a later position goes on from
 * there, as when an auditor plays the history; an earlier one begins anew.
 */
@Injectable()
export class BooksAt {
  private books: Books = emptyBooks();
  private position: Position = START;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  /** @param view reads the books while they stand at `position`; they move on afterwards */
  at<T>(position: Position, view: (books: Books) => T): Promise<T> {
    const turn = this.queue.then(() => this.turnTo(position)).then(() => view(this.books));
    this.queue = turn.catch(() => {
      // What is half folded is nothing to go on from.
      this.books = emptyBooks();
      this.position = START;
    });
    return turn;
  }

  /** The last position that was written at or before a time. @param at ISO 8601, UTC */
  async positionAt(at: string): Promise<Position> {
    const [before] = await this.db.query(
      'select last_position from log_minutes where minute < $1 order by minute desc limit 1',
      [minuteOf(at)],
    );
    let position: Position = before?.last_position ?? START;
    for (;;) {
      const { events, end } = await this.store.readAll(position, { limit: PAGE });
      const later = events.findIndex((event) => event.at > at);
      if (later >= 0) return events[later - 1]?.position ?? position;
      position = events.at(-1)?.position ?? position;
      if (end) return position;
    }
  }

  private async turnTo(position: Position): Promise<void> {
    if (position < this.position) {
      this.books = emptyBooks();
      this.position = START;
    }
    while (this.position < position) {
      const { events, next, end } = await this.store.readAll(this.position, {
        limit: PAGE,
        filter: { types: BOOK_EVENTS },
      });
      for (const event of events) {
        if (event.position > position) break;
        record(this.books, event as unknown as DomainEvent);
      }
      this.position = next < position ? next : position;
      if (end) break;
    }
  }
}
