import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Clock } from '../clock/clock.js';
import type { LogTail } from '../consumers/log-tail.js';
import { Backoff } from '../consumers/retry.js';
import { isConnectionLoss } from '../database/connection-loss.js';
import { START, type Position, type RecordedEvent } from '../event-store/event-store.js';
import { UnreadableEvent } from '../event-store/upcasting.js';
import { applyEvents, parkEvent } from './apply.js';
import { Checkpoints, Fenced } from './checkpoint.js';
import type { Projection } from './projection.js';

const PAGE_EVENTS = 1000;
const ATTEMPTS_MAX = 5;
const RETRY_MS = { first: 50, max: 2000 };
/**
 * How often a halted read model retries its event, so that it continues by itself once a table is repaired, in
 * milliseconds.
 */
const HALTED_RETRY_MS = 15_000;
/**
 * Moving past irrelevant events is not worth a write each time; the stored position may be this old, in milliseconds.
 */
const SAVE_EVERY_MS = 500;
const POLL_MS = 1000;

export type LoopState = 'catching-up' | 'live' | 'halted';

export interface LoopDeps {
  db: DataSource;
  tail: LogTail;
  clock: Clock;
  /** Called when its rows have changed up to a position. */
  onChange(position: Position): void;
  /** Called when it has reached a position. */
  onMove(position: Position): void;
}

/** The stored version is newer than this program's: another instance has rebuilt the read model. */
export class Superseded extends Error {}

/**
 * Folds the log into one read model while it holds the lease. The checkpoint moves by compare-and-set in the
 * transaction that applies a page, so every event is applied exactly once, however many runners there are and wherever
 * one dies.
 */
export class ProjectionLoop {
  state: LoopState = 'catching-up';
  position: Position = START;
  /** Why it is halted; null if it is not. */
  error: string | null = null;
  private readonly log: Logger;
  private readonly types: ReadonlySet<string>;
  /** The checkpoint's position; `position` may be ahead of it by events of other types. */
  private saved: Position = START;
  private savedAt = 0;

  constructor(
    readonly projection: Projection,
    private readonly deps: LoopDeps,
  ) {
    this.log = new Logger(`ReadModel:${projection.name}`);
    this.types = new Set(projection.events);
  }

  /** Runs until `signal` aborts. @throws Superseded */
  async run(signal: AbortSignal): Promise<void> {
    if (this.state !== 'halted') this.state = 'catching-up';
    const backoff = new Backoff(this.deps.clock, RETRY_MS.first, RETRY_MS.max);
    while (!signal.aborted) {
      try {
        await this.readCheckpoint();
        backoff.reset();
        await this.follow(signal);
      } catch (error) {
        if (error instanceof Superseded) throw error;
        if (signal.aborted) return;
        if (error instanceof UnreadableEvent) {
          await this.haltBefore(error, signal);
          continue;
        }
        if (!(error instanceof Fenced))
          this.log.warn(`The read model was interrupted and continues: ${(error as Error).message}`);
        await backoff.wait(signal);
      }
    }
  }

  private async readCheckpoint(): Promise<void> {
    const { version, position } = await new Checkpoints(this.deps.db).read(this.projection);
    if (version !== this.projection.version)
      throw new Superseded(`${this.projection.name} is of version ${version} now`);
    this.saved = position;
    this.moved(position);
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { tail } = this.deps;
    while (!signal.aborted) {
      const seen = tail.wakeUps.count;
      const page = await tail.read(this.position, this.types, PAGE_EVENTS);
      if (this.state === 'halted') [this.state, this.error] = ['catching-up', null];
      if (page.events.length > 0) await this.apply(page.events, page.next, signal);
      else if (page.next > this.position) this.moved(page.next);
      if (signal.aborted) return;
      if (!page.end) continue;
      this.state = 'live';
      await this.saveIfOld();
      await tail.wakeUps.wait(seen, this.saved === this.position ? POLL_MS : SAVE_EVERY_MS, signal);
    }
    if (this.saved !== this.position) await this.save();
  }

  private async apply(events: readonly RecordedEvent[], to: Position, signal: AbortSignal): Promise<void> {
    try {
      await applyEvents(this.deps.db, this.projection, events, this.saved, to);
      this.applied(to);
    } catch (error) {
      if (error instanceof Fenced || isConnectionLoss(error)) throw error;
      // One by one, to find the event that fails without delaying the others.
      for (const [index, event] of events.entries()) {
        await this.applyStubbornly(event, index === events.length - 1 ? to : event.position, signal);
        if (signal.aborted) return;
      }
    }
  }

  private async applyStubbornly(event: RecordedEvent, to: Position, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(this.deps.clock, RETRY_MS.first, RETRY_MS.max);
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        await applyEvents(this.deps.db, this.projection, [event], this.saved, to);
        this.error = null;
        return this.applied(to);
      } catch (error) {
        if (error instanceof Fenced || isConnectionLoss(error)) throw error;
        if (attempt < ATTEMPTS_MAX) {
          await backoff.wait(signal);
          continue;
        }
        if (attempt === ATTEMPTS_MAX) this.complain(event, error as Error);
        if (this.projection.onError === 'halt-stream') {
          await parkEvent(this.deps.db, this.projection, event, this.saved, to, error);
          this.saved = to;
          this.error = null;
          return this.moved(to);
        }
        this.state = 'halted';
        await this.deps.clock.sleep(HALTED_RETRY_MS, signal);
      }
    }
  }

  /** An event of a newer program cannot be folded here: this read model halts, the others continue. */
  private async haltBefore(unreadable: UnreadableEvent, signal: AbortSignal): Promise<void> {
    if (this.error !== unreadable.message) this.log.error(`The read model stops: ${unreadable.message}`);
    [this.state, this.error] = ['halted', unreadable.message];
    await this.deps.clock.sleep(HALTED_RETRY_MS, signal);
  }

  /**
   * A wrong balance is worse than a late one, so read models with money halt; others continue without the failed
   * stream.
   */
  private complain(event: RecordedEvent, error: Error): void {
    this.error = `${event.type} at ${event.position}: ${error.message}`;
    this.log.error(
      { err: error, position: event.position, type: event.type },
      `An event cannot be applied: ${this.projection.onError}`,
    );
  }

  private applied(to: Position): void {
    this.saved = to;
    if (this.state === 'halted') this.state = 'catching-up';
    this.moved(to);
    this.deps.onChange(to);
  }

  private moved(position: Position): void {
    if (this.saved === this.position) this.savedAt = performance.now();
    this.position = position;
    this.deps.onMove(position);
  }

  private async saveIfOld(): Promise<void> {
    if (this.saved !== this.position && performance.now() - this.savedAt >= SAVE_EVERY_MS) await this.save();
  }

  private async save(): Promise<void> {
    await new Checkpoints(this.deps.db).save(this.projection, this.saved, this.position);
    this.saved = this.position;
  }
}
