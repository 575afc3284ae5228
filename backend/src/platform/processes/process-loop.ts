import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.js';
import type { LogTail } from '../consumers/log-tail.js';
import { errorText, failedEvent } from '../consumers/failed-events.js';
import { Backoff } from '../consumers/retry.js';
import { isConnectionLoss } from '../database/connection-loss.js';
import { START, type EventStore, type Position, type RecordedEvent } from '../event-store/event-store.js';
import { uuidv5 } from '../event-store/ids.js';
import type { KeyRing } from '../vault/key-ring.js';
import { UnreadableEvent } from '../event-store/upcasting.js';
import { TryAgainLater } from '../domain/try-again-later.js';
import { crashPoint } from '../telemetry/crash-points.js';
import { Lanes } from './lanes.js';
import type { ProcessContext, ProcessManager } from './process-manager.js';
import { ProcessStore } from './process-store.js';
import { Progress } from './progress.js';
import { TimerLoop } from './timer-loop.js';
import { TimerStore } from './timer-store.js';

const PAGE_EVENTS = 200;
const LANES_AT_ONCE = 16;
const HELD_MAX = 1000;
const ATTEMPTS_MAX = 8;
const RETRY_MS = { first: 100, max: 10_000 };
const RESTART_MS = { first: 100, max: 5000 };
const POLL_MS = 1000;
/** How often a halted process retries to read: only another program version will succeed. */
const HALTED_RETRY_MS = 15_000;

export interface ProcessDeps {
  pool: Pool;
  store: EventStore;
  tail: LogTail;
  clock: Clock;
  ring: KeyRing;
}

/**
 * Runs one process manager while it holds the lease: events in order per lane, lanes in parallel, the checkpoint never
 * ahead of unhandled events, and timers at the same time. Deterministic command ids and expected revisions make sure
 * that nothing happens twice, not the lease.
 */
export class ProcessLoop {
  position: Position = START;
  /** Lanes with failed events. */
  failed = new Set<string>();
  /** Why it is halted; null if it is running. */
  error: string | null = null;
  private readonly log: Logger;
  private readonly kept: ProcessStore;
  private readonly timers: TimerStore;
  private readonly types: ReadonlySet<string>;
  private timerLoop: TimerLoop | null = null;

  constructor(
    readonly process: ProcessManager,
    private readonly deps: ProcessDeps,
  ) {
    this.log = new Logger(`Process:${process.name}`);
    this.kept = new ProcessStore(deps.pool, process.name);
    this.timers = new TimerStore(deps.pool, process.name, deps.ring);
    this.types = new Set(process.events);
  }

  get failingTimers(): number {
    return this.timerLoop?.failing.size ?? 0;
  }

  /** Runs until `signal` aborts, then finishes the work in progress. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.runSessions(signal);
    } finally {
      this.process.onReleased?.();
    }
  }

  private async runSessions(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(this.deps.clock, RESTART_MS.first, RESTART_MS.max);
    while (!signal.aborted) {
      try {
        await this.session(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof UnreadableEvent) {
          await this.haltBefore(error, signal);
          continue;
        }
        this.log.warn(`The process was interrupted and continues at its checkpoint: ${(error as Error).message}`);
        await backoff.wait(signal);
      }
    }
  }

  /** This program cannot handle an event of a newer one: this process and its timers halt; the others continue. */
  private async haltBefore(unreadable: UnreadableEvent, signal: AbortSignal): Promise<void> {
    this.error = unreadable.message;
    this.log.error(`The process stops: ${unreadable.message}`);
    const readable = async () =>
      this.deps.tail.read(await this.kept.checkpoint(), this.types, 1).then(
        () => true,
        () => false,
      );
    do await this.deps.clock.sleep(HALTED_RETRY_MS, signal);
    while (!signal.aborted && !(await readable().catch(() => false)));
    if (!signal.aborted) this.error = null;
  }

  /** Retries failed events after the cause is fixed. */
  async retryFailed(): Promise<{ handled: number; stuck: number }> {
    const stuck = new Set<string>();
    for (let handled = 0; ; handled++) {
      const next = (await this.kept.failed()).find(({ lane }) => !stuck.has(lane));
      if (!next) {
        this.failed = await this.kept.failedLanes();
        return { handled, stuck: stuck.size };
      }
      const event = await failedEvent(this.deps.store, next);
      const error = await this.process.handle(event, this.contextFor(event.id)).then(
        () => null,
        (failure: unknown) => failure ?? 'failed',
      );
      if (error === null) {
        await this.kept.release(next.position);
      } else {
        stuck.add(next.lane);
        handled--;
      }
    }
  }

  /** Reads from the checkpoint until the signal aborts, or an error requires a restart from the checkpoint. */
  private async session(signal: AbortSignal): Promise<void> {
    const broken = new AbortController();
    const inner = AbortSignal.any([signal, broken.signal]);
    const lanes = new Lanes(LANES_AT_ONCE, HELD_MAX, (error) => broken.abort(error));
    const { process, timers } = this;
    this.timerLoop = new TimerLoop({
      process,
      timers,
      lanes,
      clock: this.deps.clock,
      log: this.log,
      contextFor: (cause) => this.contextFor(cause),
    });
    this.failed = await this.kept.failedLanes();
    const parts = [this.followEvents(lanes, inner), this.timerLoop.run(inner)];
    await Promise.all(parts.map((part) => part.catch((error: unknown) => broken.abort(error))));
    await lanes.idle();
    if (broken.signal.aborted) throw broken.signal.reason;
  }

  private async followEvents(lanes: Lanes, signal: AbortSignal): Promise<void> {
    const { tail } = this.deps;
    const progress = new Progress(await this.kept.checkpoint());
    let read = (this.position = progress.done);
    const save = async () => {
      if (progress.done <= this.position) return;
      this.position = progress.done;
      crashPoint('process-checkpoint', () => [this.process.name]);
      await this.kept.saveCheckpoint(progress.done);
    };
    while (!signal.aborted) {
      const seen = tail.wakeUps.count;
      const page = await tail.read(read, this.types, PAGE_EVENTS);
      for (const event of page.events) {
        await lanes.room(signal);
        if (signal.aborted) return;
        progress.begin(event.position);
        const lane = this.process.lane(event);
        lanes.run(lane, async () => {
          if (!(await this.handle(event, lane, signal))) return;
          progress.finish(event.position);
          await save();
        });
      }
      read = page.next;
      progress.passed(read);
      if (!page.end) continue;
      await tail.wakeUps.wait(seen, POLL_MS, signal);
      // Progress over irrelevant events is saved only once nothing has come for a while.
      if (tail.wakeUps.count === seen) await save();
    }
  }

  /** @returns false if it was stopped before it was done; the event is then handled again */
  private async handle(event: RecordedEvent, lane: string, signal: AbortSignal): Promise<boolean> {
    if (this.failed.has(lane)) {
      if (await this.kept.parkBehind(lane, event)) return true;
      this.failed.delete(lane);
    }
    const backoff = new Backoff(this.deps.clock, RETRY_MS.first, RETRY_MS.max);
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.process.handle(event, this.contextFor(event.id));
        return true;
      } catch (error) {
        // Outages do not count as failures: however long one lasts, it must not create failed events.
        if (!(error instanceof TryAgainLater) && !isConnectionLoss(error)) failures++;
        this.log.warn({ err: error, position: event.position, failures }, 'An event could not be handled; retrying');
        if (failures >= ATTEMPTS_MAX) {
          this.log.error(
            { err: error, position: event.position, lane },
            'An event failed repeatedly and is now a failed event',
          );
          await this.kept.fail(lane, event, errorText(error));
          this.failed.add(lane);
          return true;
        }
        await backoff.wait(signal);
      }
    }
    return false;
  }

  private contextFor(cause: string): ProcessContext {
    return {
      commandId: (index) => uuidv5(`${this.process.name}/${cause}/${index}`),
      schedule: async (timer) => {
        await this.timers.schedule(timer);
        this.timerLoop?.nudge();
      },
      cancel: (key) => this.timers.cancel(key),
    };
  }
}
