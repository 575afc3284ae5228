import { type Position, LogRefused } from './event-store.js';

/** The log lost or replaced events that this program has read or written: after a failover, or a restored backup. */
export class LogWentBack extends LogRefused {
  /**
   * @param position of the newest event that was read or written
   * @param hash its seal, hexadecimal; null if it was written and never read
   * @param head the log's current end
   */
  constructor(
    readonly position: Position,
    readonly hash: string | null,
    readonly head: Position,
  ) {
    const found =
      head < position
        ? `it ends at ${head}: it was restored to an older state, or deleted`
        : 'another event is there: history was rewritten';
    super(
      `this platform has seen position ${position}, and ${found}. ` +
        'Start with --accept-log-at POSITION to continue with what is left (docs/operations.md)',
    );
  }
}
