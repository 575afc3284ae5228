import type { Logger } from '@nestjs/common';
import { guard } from './guard.js';
import type { IndexFeeder } from './index-feeder.js';
import { LogRefused } from '../event-store.js';
import type { ReadEvent, WireStream } from './wire-stream.js';

const AGAIN_MS = { first: 50, max: 5_000 };
/** How often the progress of an index rebuild is logged. */
const TOLD_EVERY = 50_000;
/** How much an event's own time and the server's may differ, in milliseconds. */
const SKEW_MS = 2_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/**
 * Whether the server can be trusted. It is checked when the program starts, and again after every loss of the
 * subscription, because another server, or an older state of this one, may answer afterwards. Until then nothing is
 * appended.
 */
export class Trust {
  gained = false;
  /** The problem with the server's log or clock, or null. */
  private wrong: string | null = null;
  /** Whether the server is unavailable, from the loss of a connection until it has been checked again. */
  private away: string | null = null;
  private skewed = false;
  private copiedUpTo = 0;
  private gaining: Promise<void> | null = null;
  private unsubscribe: (() => void) | null = null;
  private ended = false;

  constructor(
    private readonly wire: WireStream,
    private readonly feeder: IndexFeeder,
    private readonly onHint: () => void,
    private readonly log: Logger,
  ) {}

  /** The problem that an operator must solve, or null. */
  get problem(): string | null {
    return this.wrong ?? this.away;
  }

  /** @throws LogRefused, StoreUnavailable */
  gain(): Promise<void> {
    return (this.gaining ??= this.look().finally(() => (this.gaining = null)));
  }

  /** The same, retried until the deadline as long as only the connection fails. */
  async patiently(deadline: number): Promise<void> {
    for (let waitMs = AGAIN_MS.first; !this.gained; waitMs *= 2) {
      try {
        await this.gain();
      } catch (error) {
        if (error instanceof LogRefused || Date.now() + waitMs > deadline || this.ended) throw error;
        await pause(waitMs);
      }
    }
  }

  /** Listens forever, for hints to followers and for signs that the server must be checked again. */
  watch(): void {
    let waitMs = AGAIN_MS.first;
    const subscribe = () => {
      if (this.ended) return;
      this.unsubscribe = this.wire.subscribe(
        () => {
          waitMs = AGAIN_MS.first;
          this.onHint();
        },
        (error) => {
          if (this.ended) return;
          this.gained = false;
          const why = error?.message ?? 'the server ended it';
          this.away = `EventStoreDB cannot be reached: ${why}`;
          this.log.warn(`Listening to the log was interrupted: ${why}`);
          void pause(waitMs)
            .then(() => this.gain().catch(() => {}))
            .then(subscribe);
          waitMs = Math.min(waitMs * 2, AGAIN_MS.max);
        },
      );
    };
    subscribe();
  }

  end(): void {
    this.ended = true;
    this.unsubscribe?.();
  }

  /** Records what a call's result says about the server. */
  async witness<Result>(call: Promise<Result>): Promise<Result> {
    try {
      const result = await call;
      this.wrong = this.skewed
        ? `The clocks of this machine and of EventStoreDB differ by more than ${SKEW_MS} ms`
        : null;
      return result;
    } catch (error) {
      if (error instanceof LogRefused) this.refused(error);
      throw error;
    }
  }

  /** Compares the times of new events, which the platform sets, with the server's. */
  saw(events: readonly ReadEvent[]): void {
    const last = events.at(-1)!;
    if (Math.floor(last.position / TOLD_EVERY) > Math.floor((events[0]!.position - 1) / TOLD_EVERY))
      this.log.log(`The index of the log has reached ${last.position}`);
    if (last.position > this.copiedUpTo) this.skewed = Math.abs(last.created.getTime() - Date.parse(last.at)) > SKEW_MS;
  }

  private async look(): Promise<void> {
    try {
      this.copiedUpTo = await guard(this.wire);
      await this.witness(this.feeder.catchUp());
      this.gained = true;
      this.away = null;
    } catch (error) {
      if (error instanceof LogRefused) this.refused(error);
      throw error;
    }
  }

  private refused(error: LogRefused): void {
    this.gained = false;
    if (this.wrong !== error.message) this.log.error(error.message);
    this.wrong = error.message;
  }
}
