import type pg from 'pg';
import type { Clock } from '../../clock/clock.js';
import { StoreUnavailable, LogRefused } from '../event-store.js';
import type { AppendBatch, Verdict } from '../group-commit.js';
import type { PreparedCommand } from '../prepare.js';
import type { LoggedEvent } from './envelope.js';
import type { IndexFeeder } from './index-feeder.js';
import { judge, type Head, type View } from './judge.js';
import type { LogIndex } from './log-index.js';
import { inTurns } from './turns.js';
import type { WireStream } from './wire-stream.js';

/** Pauses before the same bytes are sent again, in milliseconds; the last one repeats. */
const RESEND_MS = [10, 50, 200, 500];
/** The most events that may be ahead of the index; beyond that, batches wait for it. */
const TAIL_MAX = 1000;
/** From this many on, the index is updated while batches continue. */
const TAIL_FED = 200;
/** After an event of another instance, this many batches first check whether there are more. */
const LOOKS_AHEAD = 64;

export interface WriterOptions {
  /** How long one batch is retried after conflicts and timeouts, in milliseconds. */
  deadlineMs: number;
  /** @param last the last event known to be written */
  onWritten(last: LoggedEvent): void;
}

/**
 * Decides batches and writes each in one append, at exactly the position for which it was decided: the server accepts
 * it only if nobody else has written there. It knows the log from the index and from events that the index does not
 * have yet.
 */
export class Writer {
  /** Events after the index's position, without gaps: own ones, and those of others that were read and verified. */
  private tail: LoggedEvent[] = [];
  /** How many more batches check for events of others first; 0 if nobody else has written for a while. */
  private lookAhead = 0;
  /** Sent, but not known to be written: nothing is decided or sealed on top of it until that is known. */
  private open: { after: number; events: LoggedEvent[] } | null = null;

  constructor(
    private readonly wire: WireStream,
    private readonly index: LogIndex,
    private readonly feeder: IndexFeeder,
    private readonly lane: pg.Pool,
    private readonly clock: Clock,
    private readonly options: WriterOptions,
  ) {}

  /** @throws StoreUnavailable if the deadline passed; a command of the batch may be written then */
  readonly append: AppendBatch = (batch) => inTurns(this.lane, (client) => this.decide(client, batch));

  private async decide(client: pg.ClientBase, batch: readonly PreparedCommand[]): Promise<Verdict[]> {
    const deadline = Date.now() + this.options.deadlineMs;
    if (this.open) await this.settle(deadline);
    for (;;) {
      const view = await this.newestView(client, batch);
      const { verdicts, events, doubtful } = judge(view, batch, this.clock.now().toISOString());
      if (events.length === 0) {
        // There is no write that would prove that the view is the newest, so ask the server.
        if (!doubtful || (await this.feeder.catchUp()).position === view.head.position) return verdicts;
        continue;
      }
      this.open = { after: view.head.position, events };
      if ((await this.settle(deadline)) === 'written') return verdicts;
      if (Date.now() > deadline)
        throw new StoreUnavailable('Other instances appended first at every attempt, until the deadline');
      this.lookAhead = LOOKS_AHEAD;
    }
  }

  /**
   * The view of the log. If other instances write too, it includes what they wrote that the index does not have yet,
   * read from the server. Waiting for the index would cost a write to it; without looking ahead, the append would be
   * refused first.
   */
  private async newestView(client: pg.ClientBase, batch: readonly PreparedCommand[]): Promise<View> {
    const view = await this.view(client, batch);
    if (this.lookAhead === 0) return view;
    const found = await this.feeder.following(view.head);
    if (found?.length === 0) {
      this.lookAhead--;
      return view;
    }
    this.lookAhead = LOOKS_AHEAD;
    if (found && found.length < TAIL_MAX - 1) this.tail.push(...found);
    else {
      // Too much to keep, or the log lacks what this process knows: the feeder decides what that means.
      this.tail = [];
      await this.feeder.catchUp();
    }
    return this.view(client, batch);
  }

  /**
   * Sends the open batch until it is known whether it was written. Sending the same bytes for the same position is
   * harmless.
   */
  private async settle(deadline: number): Promise<'written' | 'moved'> {
    const { after, events } = this.open!;
    for (let attempt = 0; ; attempt++) {
      try {
        const outcome = await this.wire.append(after, events);
        this.open = null;
        if (outcome === 'written') this.tail.push(...events);
        if (outcome === 'written') this.options.onWritten(events.at(-1)!);
        return outcome;
      } catch (error) {
        if (error instanceof LogRefused || error instanceof RangeError) {
          this.open = null;
          this.tail = [];
          throw error;
        }
        if (Date.now() > deadline)
          throw new StoreUnavailable('It is not known yet whether an append was written', { cause: error });
        await new Promise((resolve) => setTimeout(resolve, RESEND_MS[Math.min(attempt, RESEND_MS.length - 1)]));
      }
    }
  }

  /** The log according to the index and this writer's tail. */
  private async view(client: pg.ClientBase, batch: readonly PreparedCommand[]): Promise<View> {
    if (this.tail.length > TAIL_MAX) await this.feeder.catchUp();
    // In parallel to the batches, so that none of them waits for the index; a read that needs it waits itself.
    else if (this.tail.length > TAIL_FED) void this.feeder.catchUp().catch(() => {});
    const view = await this.index.view(client, batch);
    this.tail = followUp(view.head, this.tail);
    for (const { stream, revision, command } of this.tail) {
      view.revisions.set(stream, revision);
      if (!command) continue;
      const { id, inputHash: input_hash, position, revisions, result } = command;
      view.commands.set(id, { input_hash, position: String(position), revisions, result });
    }
    const last = this.tail.at(-1);
    return last ? { ...view, head: { position: last.position, hash: last.hash, at: last.at } } : view;
  }
}

/** The part of a tail that directly follows a position; empty if there is a gap, which the next append will detect. */
function followUp(head: Head, tail: LoggedEvent[]): LoggedEvent[] {
  const left = tail.filter(({ position }) => position > head.position);
  return left[0]?.position === head.position + 1 ? left : [];
}
