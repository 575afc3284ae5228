import type { EventStore, Page, Position, RecordedEvent } from '../event-store/event-store.js';
import { toPosition, toSequence } from '../event-store/positions.js';
import { UnreadableEvent } from '../event-store/upcasting.js';

/**
 * A rebuild's page consists of several pages of the log: each of its pages is a transaction, and many short statements
 * cost more than the data that they write.
 */
export const PAGE_EVENTS = 5_000;
/**
 * How many pages a reader may be ahead of the slowest, and how long it waits before it continues alone, in
 * milliseconds.
 */
const AHEAD_PAGES = 2;
const WAIT_MS = 2_000;
/** How many pages are applied at the same time, because requests need connections too. */
const APPLIED_AT_ONCE = 6;

/** A rebuild's reader of the log. */
export type ScannedLog = Pick<EventStore, 'readAll' | 'head'>;

/** One of the readers of a shared scan. */
export interface ScanReader extends ScannedLog {
  /** Applies a page; only a few are applied at the same time. */
  apply<Result>(work: () => Promise<Result>): Promise<Result>;
  leave(): void;
}

/**
 * A shared scan of the log for all readers that start from an early event at the same time: a page is read once and
 * passed to each of them. Fast readers wait a while for slow ones, so that they stay together.
 */
export class LogScan {
  private readonly places = new Map<object, number>();
  private readonly pages = new Map<number, Promise<Page>>();
  private waiting: (() => void)[] = [];
  private applying = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly store: EventStore) {}

  /** From now on the others wait for this reader, which is about to begin. It must leave when done. */
  join(): ScanReader {
    const key = {};
    this.places.set(key, 0);
    return {
      head: () => this.store.head(),
      readAll: (after, options = {}) => this.read(key, after, options),
      apply: (work) => this.apply(work),
      leave: () => this.leave(key),
    };
  }

  private async read(key: object, after: Position, options: Parameters<EventStore['readAll']>[1]): Promise<Page> {
    const number = Math.floor(toSequence(after) / PAGE_EVENTS);
    this.places.set(key, number);
    this.wake();
    // A single reader reads only its own events.
    if (this.places.size === 1) return this.store.readAll(after, options);
    await this.together(number);
    try {
      const page = await this.page(number);
      // The page ends before an event that this program cannot read, which may be irrelevant here.
      if (page.next <= after && !page.end) return await this.store.readAll(after, options);
      const types = new Set(options?.filter?.types);
      const isWanted = (event: RecordedEvent) => event.position > after && types.has(event.type);
      return { ...page, events: page.events.filter(isWanted), next: page.next > after ? page.next : after };
    } catch (error) {
      if (error instanceof UnreadableEvent) return this.store.readAll(after, options);
      throw error;
    }
  }

  private page(number: number): Promise<Page> {
    const known = this.pages.get(number);
    if (known) return known;
    const read = this.filled(toPosition(number * PAGE_EVENTS));
    this.pages.set(number, read);
    const forget = () => this.pages.delete(number);
    // The last page still grows, and a failed one must be retried.
    read.then(({ events }) => events.length < PAGE_EVENTS && forget(), forget);
    return read;
  }

  /** A whole page, in as many reads as necessary; less at the end of the log and before an unreadable event. */
  private async filled(after: Position): Promise<Page> {
    let page = await this.store.readAll(after, { limit: PAGE_EVENTS });
    while (!page.end && page.events.length < PAGE_EVENTS)
      try {
        const more = await this.store.readAll(page.next, { limit: PAGE_EVENTS - page.events.length });
        page = { ...more, events: page.events.concat(more.events) };
      } catch (error) {
        if (error instanceof UnreadableEvent) return page;
        throw error;
      }
    return page;
  }

  /** Waits until the slowest is not far behind, for a while. */
  private async together(number: number): Promise<void> {
    const until = performance.now() + WAIT_MS;
    while (number > Math.min(...this.places.values()) + AHEAD_PAGES && performance.now() < until)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, until - performance.now());
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
  }

  private wake(): void {
    const slowest = Math.min(...this.places.values());
    const newest = Math.max(...this.places.values());
    for (const number of this.pages.keys())
      if (number < slowest || number < newest - 2 * AHEAD_PAGES) this.pages.delete(number);
    const woken = this.waiting;
    this.waiting = [];
    for (const one of woken) one();
  }

  private leave(key: object): void {
    this.places.delete(key);
    if (this.places.size === 0) this.pages.clear();
    this.wake();
  }

  private async apply<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.applying >= APPLIED_AT_ONCE) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.applying++;
    try {
      return await work();
    } finally {
      // The next one takes this one's place.
      const next = this.queue.shift();
      if (next) next();
      else this.applying--;
    }
  }
}
