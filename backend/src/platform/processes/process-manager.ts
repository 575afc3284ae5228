import type { RecordedEvent } from '../event-store/event-store.js';

/** A durable timer. A later one with the same key replaces it. It is handled in the lane of its key. */
export interface Timer {
  key: string;
  dueAt: Date;
  payload?: object;
}

export interface ProcessContext {
  /**
   * UUIDv5 of the handled event or timer and `index`: a repeated delivery gives the same command ids, so nothing
   * happens twice.
   */
  commandId(index: number | string): string;
  schedule(timer: Timer): Promise<void>;
  cancel(key: string): Promise<void>;
}

/**
 * A process manager: follows events, sends commands and calls outside services. Events are delivered at least once and
 * in order per lane, so its actions must be idempotent (deterministic command ids, journal before submit). It is never
 * rebuilt.
 */
export interface ProcessManager {
  readonly name: string;
  readonly events: readonly string[];
  /** Events of one lane are handled one after another, events of different lanes in parallel. */
  lane(event: RecordedEvent): string;
  handle(event: RecordedEvent, context: ProcessContext): Promise<void>;
  /** A timer that this process scheduled is due. */
  onTimer?(timer: Timer, context: ProcessContext): Promise<void>;
  /** Another instance takes over: that instance's timers handle what this one had planned. */
  onReleased?(): void;
}
