import type { Position } from '../event-store/event-store.js';

/**
 * Which events are done while they are handled side by side: the checkpoint may only move behind an unbroken row of
 * finished ones.
 */
export class Progress {
  /** In the order of the log; true if it is done. */
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

  /** Everything up to here was handed out, or did not concern anybody. */
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
