import { START, type Position } from './event-store.js';

/** An event's number as a position: of fixed width, so that strings compare like numbers. */
export const toPosition = (sequence: number | bigint | string): Position =>
  String(sequence).padStart(START.length, '0');

/** The number of a position: 0 for START. @throws RangeError if it is not a position */
export function toSequence(position: Position): number {
  const sequence = /^\d{20}$/.test(position) ? Number(position) : NaN;
  if (!Number.isSafeInteger(sequence)) throw new RangeError(`Not a position of this log: ${position}`);
  return sequence;
}

/** How many events lie after one position up to another; 0 if the second is not ahead. */
export const distance = (from: Position, to: Position): number => Math.max(0, toSequence(to) - toSequence(from));
