import { START, type Position } from './event-store.js';

/** A log sequence number as a position: fixed width, so that strings compare as the numbers do. */
export const toPosition = (sequence: number | bigint | string): Position =>
  String(sequence).padStart(START.length, '0');

/** @throws RangeError where a position did not come from this store */
export function toSequence(position: Position): number {
  const sequence = /^\d{20}$/.test(position) ? Number(position) : NaN;
  if (!Number.isSafeInteger(sequence)) throw new RangeError(`Not a position of this log: ${position}`);
  return sequence;
}
