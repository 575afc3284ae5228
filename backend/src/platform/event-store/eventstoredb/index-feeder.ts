import { toPosition } from '../positions.js';
import { fits } from '../seal.js';
import type { ReadEvent, WireStream } from './wire-stream.js';
import type { Head } from './judge.js';
import type { LogIndex } from './log-index.js';
import { LogRefused } from '../event-store.js';
import { LogWentBack } from '../log-went-back.js';
import type { Seen, Witness } from '../witness.js';

const PAGE_EVENTS = 1000;

/**
 * Updates the index to the end of the log. Every read begins with the last event of the index: a server that lost or
 * rewrote history is detected at the first call, and its answers are not used.
 */
export class IndexFeeder {
  private running: Promise<Head> | null = null;
  private next: Promise<Head> | null = null;
  /** The index's position, as far as this process knows. */
  private known: Head | null = null;

  constructor(
    private readonly wire: WireStream,
    private readonly index: LogIndex,
    private readonly witness: Witness,
    private readonly onFed: (events: readonly ReadEvent[]) => void = () => {},
  ) {}

  /**
   * When it resolves, everything acknowledged before the call is in the index. A call during a run shares the next run,
   * because the current one may have read too early.
   * @throws StoreUnavailable, LogRefused, LogWentBack
   */
  catchUp(): Promise<Head> {
    if (!this.running) return (this.running = this.run().finally(() => (this.running = null)));
    return (this.next ??= this.running
      .catch(() => {})
      .then(() => {
        this.next = null;
        return this.catchUp();
      }));
  }

  /**
   * The page of the log after a position, verified to follow it; the index need not have reached it.
   * @returns null if the log has something else at that position
   * @throws LogRefused, StoreUnavailable
   */
  async following(head: Head): Promise<ReadEvent[] | null> {
    const events = await this.wire.read(Math.max(head.position, 1), PAGE_EVENTS);
    if (head.position > 0 && !isAt(head, events.shift())) return null;
    return inOrder(head, events);
  }

  /** Events that this process wrote or read must be in the index now. @throws LogWentBack */
  private async check(asked: Seen, head: Head): Promise<Head> {
    const here = head.position === asked.position ? head.hash : null;
    // Other instances also advance the index; then its row decides.
    const seal = asked.position === 0 ? null : (here ?? (await this.index.sealAt(asked.position)));
    this.witness.check(asked, seal && { hash: seal.toString('hex'), id: '' }, toPosition(head.position));
    if (head.position > 0) this.witness.read([{ position: head.position, hash: head.hash.toString('hex') }]);
    return head;
  }

  private async run(): Promise<Head> {
    const asked = this.witness.seen;
    let head = (this.known ??= await this.index.head());
    for (;;) {
      const events = await this.after(head);
      const last = events.at(-1);
      if (!last) return this.check(asked, head);
      if (await this.index.feed(head, events, last)) {
        const { position, hash, at } = last;
        this.known = head = { position, hash, at };
        this.onFed(events);
      } else {
        this.known = head = await this.index.head();
      }
    }
  }

  /** The events after a position, verified to follow it. */
  private async after(head: Head): Promise<ReadEvent[]> {
    const events = await this.wire.read(Math.max(head.position, 1), PAGE_EVENTS);
    if (head.position > 0) {
      const last = events.shift();
      if (!isAt(head, last)) await this.refuse(head, last);
    }
    return inOrder(head, events);
  }

  private async refuse(head: Head, found: ReadEvent | undefined): Promise<never> {
    const here = `at ${toPosition(head.position)}`;
    const now = await this.index.head();
    if (now.position < head.position) {
      this.known = null;
      throw new LogRefused(`the index was emptied or restored while the program ran; it begins again ${here}`);
    }
    const [last] = found ? [found] : await this.wire.read(1, 1, true);
    const stands = toPosition(last?.position ?? 0);
    this.witness.report(new LogWentBack(toPosition(head.position), head.hash.toString('hex'), stands));
  }
}

const isAt = (head: Head, event: ReadEvent | undefined): boolean =>
  event?.position === head.position && event.hash.equals(head.hash);

/** @throws LogRefused if one does not follow the one before it */
function inOrder(head: Head, events: ReadEvent[]): ReadEvent[] {
  let previous = head;
  for (const event of events) {
    if (event.position !== previous.position + 1 || !fits(previous.hash, event))
      throw new LogRefused(`the event at ${toPosition(event.position)} does not fit its bytes and the one before it`);
    previous = event;
  }
  return events;
}
