import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/clock.js';
import type { EventStore, Position, RecordedEvent } from '../event-store/event-store.js';
import { uuidv5 } from '../event-store/ids.js';
import { Lanes } from './lanes.js';
import type { ProcessContext, ProcessManager } from './process-manager.js';
import type { DueTimer, ProcessStore } from './process-store.js';

const LEASE_MS = 10_000;
const HEARTBEAT_MS = 3_000;
const LANES_AT_ONCE = 16;
const TIMERS_AT_ONCE = 64;
const ATTEMPTS_MAX = 8;
const RETRY_MS = { first: 100, max: 10_000 };
const TIMER_POLL_MS = { min: 20, max: 500 };

export interface ProcessHealth {
  name: string;
  state: 'waiting-for-lease' | 'running' | 'stopped';
  position: Position;
  parked: number;
}

/**
 * Runs one process manager: events in order per lane, lanes side by side, the checkpoint only behind what is done, timers beside it. The
 * lease keeps two instances from doing the same work; that nothing happens twice rests on deterministic command ids and expected revisions.
 */
export class ProcessLoop {
  private readonly log: Logger;
  private readonly holder = randomUUID();
  private readonly stopping = new AbortController();
  private readonly lanes = new Lanes(LANES_AT_ONCE);
  private parked = new Set<string>();
  private health: ProcessHealth;
  private running: Promise<void> | null = null;

  constructor(
    private readonly process: ProcessManager,
    private readonly kept: ProcessStore,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {
    this.log = new Logger(`Process:${process.name}`);
    this.health = { name: process.name, state: 'waiting-for-lease', position: '', parked: 0 };
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running?.catch(() => undefined);
    await this.kept.giveUpLease(this.holder).catch(() => undefined);
    this.health.state = 'stopped';
  }

  report(): ProcessHealth {
    return { ...this.health, parked: this.parked.size };
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (await this.kept.holdLease(this.holder, LEASE_MS)) await this.whileLeased();
      } catch (error) {
        if (!signal.aborted) this.log.warn(`The process was interrupted and begins again: ${(error as Error).message}`);
      }
      this.health.state = 'waiting-for-lease';
      await this.clock.sleep(HEARTBEAT_MS / 3, signal);
    }
  }

  private async whileLeased(): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, lost.signal]);
    this.health.state = 'running';
    this.parked = await this.kept.parkedLanes();
    const heartbeat = this.heartbeat(signal).finally(() => lost.abort());
    const timers = this.fireTimers(signal).finally(() => lost.abort());
    const events = this.followEvents(signal).finally(() => lost.abort());
    const results = await Promise.allSettled([heartbeat, timers, events]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  private async heartbeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.clock.sleep(HEARTBEAT_MS, signal);
      if (!signal.aborted && !(await this.kept.holdLease(this.holder, LEASE_MS))) return;
    }
  }

  private async followEvents(signal: AbortSignal): Promise<void> {
    let done = await this.kept.checkpoint();
    this.health.position = done;
    const pending = new Map<Position, boolean>();
    const settle = async (position: Position) => {
      pending.set(position, true);
      let moved = false;
      for (const [first, finished] of pending) {
        if (!finished) break;
        pending.delete(first);
        done = first;
        moved = true;
      }
      if (!moved) return;
      this.health.position = done;
      await this.kept.saveCheckpoint(done);
    };
    for await (const item of this.store.follow(done, { filter: { types: this.process.events }, signal })) {
      if ('caughtUp' in item) {
        if (pending.size === 0 && item.caughtUp > done) await this.kept.saveCheckpoint((done = item.caughtUp));
        continue;
      }
      pending.set(item.position, false);
      const lane = this.process.lane(item);
      await this.lanes.room();
      this.lanes.run(lane, () => this.handle(item, lane, signal).then((finished) => (finished ? settle(item.position) : undefined)));
    }
    await this.lanes.idle();
  }

  /** @returns false where the loop was stopped before it was done */
  private async handle(event: RecordedEvent, lane: string, signal: AbortSignal): Promise<boolean> {
    if (this.parked.has(lane)) {
      await this.kept.park(lane, event.position, 'an earlier event of this lane is parked');
      return true;
    }
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        await this.process.handle(event, this.contextFor(event.id));
        return true;
      } catch (error) {
        if (attempt >= ATTEMPTS_MAX) {
          this.log.error({ err: error, position: event.position, lane }, 'An event is parked after repeated failures');
          this.parked.add(lane);
          await this.kept.park(lane, event.position, String((error as Error).stack ?? error));
          return true;
        }
        this.log.warn({ err: error, position: event.position, attempt }, 'An event could not be handled; it is tried again');
        await this.clock.sleep(Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.max), signal);
      }
    }
    return false;
  }

  private async fireTimers(signal: AbortSignal): Promise<void> {
    const underWay = new Set<string>();
    while (!signal.aborted) {
      const now = this.clock.now();
      for (const timer of await this.kept.due(now, TIMERS_AT_ONCE)) {
        if (underWay.has(timer.key) || signal.aborted) continue;
        underWay.add(timer.key);
        await this.lanes.room();
        this.lanes.run(timer.key, () => this.fire(timer).finally(() => underWay.delete(timer.key)));
      }
      const next = (await this.kept.nextDue())?.getTime() ?? Infinity;
      await this.clock.sleep(Math.min(Math.max(next - this.clock.now().getTime(), TIMER_POLL_MS.min), TIMER_POLL_MS.max), signal);
    }
  }

  private async fire(timer: DueTimer): Promise<void> {
    try {
      await this.process.onTimer?.(timer, this.contextFor(timer.token));
      await this.kept.settle(timer);
    } catch (error) {
      this.log.warn({ err: error, timer: timer.key, attempts: timer.attempts }, 'A timer could not be handled; it fires again');
      const wait = Math.min(RETRY_MS.first * 2 ** Math.min(timer.attempts + 1, 10), RETRY_MS.max);
      await this.kept.postpone(timer, new Date(this.clock.now().getTime() + wait));
    }
  }

  private contextFor(cause: string): ProcessContext {
    return {
      commandId: (index) => uuidv5(`${this.process.name}/${cause}/${index}`),
      schedule: (timer) => this.kept.schedule(timer),
      cancel: (key) => this.kept.cancel(key),
    };
  }
}
