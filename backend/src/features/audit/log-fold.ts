import { Refused } from '#platform/domain/refused.js';
import { START, type EventStore, type Position, type RecordedEvent } from '#platform/event-store/event-store.js';

const PAGE = 1_000;
/** States are kept this many events apart at first; twice as far each time there are too many of them. */
const KEEP_EVERY = 5_000;
const KEPT_MAX = 12;
/** What all copies together may hold, in entries; one is kept in any case. */
const KEPT_ENTRIES_MAX = 1_000_000;
/** How many computations may wait for their turn. */
const WAITING_MAX = 16;
/** Longest time of one computation, in milliseconds; the next one continues from what was folded. */
const COMPUTE_MS = 30_000;

export interface Folding<State> {
  store: Pick<EventStore, 'readAll'>;
  /** The events that matter; all of them where it is left out. */
  types?: readonly string[];
  initial(): State;
  /** A promise is waited for before the next event. */
  record(state: State, event: RecordedEvent): unknown;
  copy(state: State): State;
  /** How much a state holds, in entries: fewer copies of large ones are kept. Negligible if left out. */
  weight?(state: State): number;
}

interface Kept<State> {
  position: Position;
  state: State;
}

/**
 * Folds the log's events up to any position, in memory only, so nobody can adjust the result. A later position
 * continues from the last one, an earlier one from a kept copy near it, so a call folds what is new and not the whole
 * log. One computation runs at a time. It ends when its caller leaves or the time is over; what it has folded is kept.
 */
export class LogFold<State> {
  private now: Kept<State>;
  private kept: Kept<State>[] = [];
  private keepEvery = KEEP_EVERY;
  private sinceKept = 0;
  private waiting = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly folding: Folding<State>) {
    this.now = this.beginning();
  }

  /**
   * @param view reads the state as of `position`; it changes afterwards, so it must not be kept
   * @throws Refused if too many calls wait, the caller has left, or it takes too long
   */
  async at<Result>(position: Position, view: (state: State) => Result, signal?: AbortSignal): Promise<Result> {
    if (this.waiting >= WAITING_MAX)
      throw new Refused('too-many', 'The event log is busy with other requests. Please try again in a moment.');
    this.waiting++;
    const mine = this.turn
      .then(() => this.turnTo(position, signal))
      .then(() => view(this.now.state))
      .finally(() => this.waiting--);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async turnTo(position: Position, signal: AbortSignal | undefined): Promise<void> {
    const deadline = performance.now() + COMPUTE_MS;
    this.beginNear(position);
    while (this.now.position < position) {
      if (signal?.aborted) throw new Refused('invalid', 'The request was abandoned');
      if (performance.now() > deadline)
        throw new Refused('unavailable', 'Reading the event log takes longer than usual. Please try again.');
      const { store, types } = this.folding;
      const page = await store.readAll(this.now.position, { limit: PAGE, ...(types ? { filter: { types } } : {}) });
      await this.fold(page.events, position);
      this.now.position = page.next < position ? page.next : position;
      if (page.end) return;
    }
  }

  private async fold(events: readonly RecordedEvent[], to: Position): Promise<void> {
    try {
      for (const event of events) {
        if (event.position > to) return;
        const going = this.folding.record(this.now.state, event);
        if (going instanceof Promise) await going;
        if (++this.sinceKept >= this.keepEvery) this.keep(event.position);
      }
    } catch (error) {
      // A half-applied page is not a state to continue from.
      this.now = this.beginning();
      throw error;
    }
  }

  private keep(position: Position): void {
    this.sinceKept = 0;
    if (position <= (this.kept.at(-1)?.position ?? START)) return;
    const entries = this.folding.weight?.(this.now.state) ?? 0;
    const room = Math.min(KEPT_MAX, Math.max(1, Math.floor(KEPT_ENTRIES_MAX / Math.max(entries, 1))));
    // Room is made first: a copy too many would be the largest.
    while (this.kept.length >= room) {
      this.kept = this.kept.filter((_, index) => index % 2 === 1);
      this.keepEvery *= 2;
    }
    this.kept.push({ position, state: this.folding.copy(this.now.state) });
  }

  private beginNear(position: Position): void {
    const near = this.kept.findLast((one) => one.position <= position);
    if (this.now.position <= position && this.now.position >= (near?.position ?? START)) return;
    this.now = near ? { position: near.position, state: this.folding.copy(near.state) } : this.beginning();
    this.sinceKept = 0;
  }

  private beginning(): Kept<State> {
    return { position: START, state: this.folding.initial() };
  }
}
