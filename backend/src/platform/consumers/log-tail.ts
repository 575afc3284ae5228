import { LocalWakeUps } from '../event-store/follow.js';
import type { Page, Position, RecordedEvent } from '../event-store/event-store.js';
import type { StoredLog } from '../event-store/stored-log.js';
import { upcastPage } from '../event-store/upcasting.js';

/** How many of the newest events are kept in memory: enough for consumers that are nearly up to date. */
const KEPT_EVENTS = 1000;
/** Consumers are woken while the tail itself is catching up, but not for every event. */
const WAKE_EVERY_EVENTS = 200;

/**
 * The newest part of the log, read once for all consumers of a process. Without it, each consumer would query the
 * database after each append, mostly in vain. It keeps events as stored, so an event that this program cannot read
 * affects only consumers of its type.
 */
export class LogTail {
  /** Incremented whenever there may be more to read. */
  readonly wakeUps = new LocalWakeUps();
  private events: RecordedEvent[] = [];
  /** All events after `oldest` up to `end` are in memory. Null until the tail has first caught up with the log. */
  private oldest: Position | null = null;
  private end: Position = '';
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;

  /** @param today converts a stored event to its current version; unchanged if left out */
  constructor(
    private readonly stored: StoredLog,
    private readonly today: (event: RecordedEvent) => RecordedEvent = (event) => event,
  ) {}

  /** Starts following the log, once. */
  start(): void {
    this.running ??= this.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const head = await this.headAtLast(signal);
    if (head === null) return;
    this.oldest = this.end = head;
    this.wakeUps.wake();
    for await (const item of this.stored.follow(head, { signal })) {
      if ('caughtUp' in item) {
        this.end = item.caughtUp > this.end ? item.caughtUp : this.end;
        this.wakeUps.wake();
        continue;
      }
      this.events.push(item);
      this.end = item.position;
      if (this.events.length % WAKE_EVERY_EVENTS === 0) this.wakeUps.wake();
      if (this.events.length > 2 * KEPT_EVENTS) {
        this.oldest = this.events[KEPT_EVENTS - 1]!.position;
        this.events = this.events.slice(KEPT_EVENTS);
      }
    }
  }

  /**
   * The next page for a consumer, from memory if possible, otherwise from the store. @throws UnreadableEvent if the
   * next event of these types is unreadable; LogWentBack if the log lost events that were read
   */
  async read(after: Position, types: ReadonlySet<string>, limit: number): Promise<Page> {
    // Events in memory may be gone from the log after a failover, so they must be checked before they are served.
    if (this.isHere(after)) await this.stored.verify();
    const page = this.isHere(after)
      ? this.kept(after, types, limit)
      : await this.stored.readAll(after, { limit, filter: { types: [...types] } });
    return upcastPage(page, this.today);
  }

  private isHere(after: Position): boolean {
    return this.oldest !== null && after >= this.oldest;
  }

  private kept(after: Position, types: ReadonlySet<string>, limit: number): Page {
    const events: RecordedEvent[] = [];
    let next = after > this.end ? after : this.end;
    for (let index = this.firstAfter(after); index < this.events.length; index++) {
      const event = this.events[index]!;
      if (!types.has(event.type)) continue;
      if (events.length === limit) {
        next = events.at(-1)!.position;
        return { events, next, end: false };
      }
      events.push(event);
    }
    return { events, next, end: true };
  }

  private firstAfter(after: Position): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.position > after) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private async headAtLast(signal: AbortSignal): Promise<Position | null> {
    for (let pauseMs = 50; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 5000)) {
      try {
        return await this.stored.head();
      } catch {
        // The store is not available yet; consumers that read from it directly report that.
        await this.wakeUps.wait(this.wakeUps.count, pauseMs, signal);
      }
    }
    return null;
  }
}
