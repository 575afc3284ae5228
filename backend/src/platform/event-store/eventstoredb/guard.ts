import { toPosition } from '../positions.js';
import { LogRefused } from '../event-store.js';
import type { WireStream } from './wire-stream.js';

/** Settings that make a server delete events, or answer from a cache. */
const FORGETFUL = { maxAge: '$maxAge', maxCount: '$maxCount', truncateBefore: '$tb', cacheControl: '$cacheControl' };

/** The position at which a copy into this stream will end, or at which this log ended when it was copied elsewhere. */
export interface Mark {
  position: number;
  /** Hexadecimal. */
  hash: string;
}

/** This program's properties in the stream's metadata. */
export interface Marks {
  'tknest-copying'?: Mark;
  'tknest-closed'?: Mark;
}

/**
 * Checks whether the stream is a log that can be relied on, before anything is read from or written to it.
 * @returns the position up to which it was copied from elsewhere; 0 if it was not
 * @throws LogRefused with the reason
 */
export async function guard(wire: WireStream): Promise<number> {
  const metadata = (await wire.metadata()) as Awaited<ReturnType<WireStream['metadata']>> & Marks;
  for (const [property, name] of Object.entries(FORGETFUL))
    if (metadata[property] !== undefined)
      throw new LogRefused(`the metadata of ${wire.name} sets ${name}: its server would delete events`);
  const { 'tknest-copying': copying, 'tknest-closed': closed } = metadata;
  if (closed)
    throw new LogRefused(`${wire.name} was closed at ${toPosition(closed.position)}, when it was copied elsewhere`);
  const [first] = await wire.read(1, 1);
  if (first && first.position !== 1)
    throw new LogRefused(`${wire.name} begins with ${toPosition(first.position)}: the events before it were removed`);
  if (!copying || copying.position === 0) return 0;
  const [last] = await wire.read(copying.position, 1);
  if (last?.hash.toString('hex') !== copying.hash)
    throw new LogRefused(`the copy into ${wire.name} is not complete: it ends at ${toPosition(copying.position)}`);
  return copying.position;
}
