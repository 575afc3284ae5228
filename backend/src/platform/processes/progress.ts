import type { Position } from '../event-store/event-store.js';

/**
 * Tracks finished events while several are handled in parallel: the checkpoint may only move past an unbroken sequence
 * of finished ones.
 */
export class Progress {
  /** In log order; true if it is finished. */
  private readonly pending = new Map<Position, boolean>();
  private handedOut: Position;

  constructor(public done: Position) {
    this.handedOut = done;
  }

  begin(position: Position): void {
    this.pending.set(position, false);
    this.handedOut = position;
  }

  finish(position: Position): void {
    this.pending.set(position, true);
    this.settle();
  }

  /** All events up to here were handed out, or were irrelevant. */
  passed(position: Position): void {
    if (position > this.handedOut) this.handedOut = position;
    this.settle();
  }

  private settle(): void {
    for (const [position, finished] of this.pending) {
      if (!finished) return;
      this.pending.delete(position);
      this.done = position;
    }
    this.done = this.handedOut;
  }
}
