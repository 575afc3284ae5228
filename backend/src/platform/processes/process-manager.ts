import type { RecordedEvent } from '../event-store/event-store.js';

/**
 * A wake-up that survives restarts. A later one with the same key replaces it. It is handled in the lane of its key.
 */
export interface Timer {
  key: string;
  dueAt: Date;
  payload?: object;
}

export interface ProcessContext {
  /**
   * UUIDv5 from what is being handled and `index`: a repeated delivery issues the same command ids, so nothing happens
   * twice.
   */
  commandId(index: number | string): string;
  schedule(timer: Timer): Promise<void>;
  cancel(key: string): Promise<void>;
}

/**
 * A process manager: follows events, sends commands and speaks to the outside. Delivered at least once and in order per
 * lane; what it does must be idempotent (deterministic command ids, journal before submit). It is never rebuilt.
 */
export interface ProcessManager {
  readonly name: string;
  readonly events: readonly string[];
  /** Events of one lane are handled one after another, of different lanes side by side. */
  lane(event: RecordedEvent): string;
  handle(event: RecordedEvent, context: ProcessContext): Promise<void>;
  /** A timer that this process scheduled is due. */
  onTimer?(timer: Timer, context: ProcessContext): Promise<void>;
  /** Another instance does it from now on: what this one still meant to look at is left to that one's timers. */
  onReleased?(): void;
}
