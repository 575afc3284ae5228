import { createHash } from 'node:crypto';

/** An event exactly as stored: texts whose UTF-8 bytes are sealed. */
export interface StoredEvent {
  position: number;
  stream: string;
  revision: number;
  /** UUID in its usual text form. */
  id: string;
  type: string;
  version: number;
  at: string;
  data: string;
  metadata: string;
}

export interface SealedEvent extends StoredEvent {
  hash: Buffer;
  /** Not covered by the seal; null if it has none. */
  mac?: Buffer | null;
  /** Why it is not genuine; not set if it is, or if it was not checked. */
  misfit?: string;
}

/** The hash to which the first event is sealed. */
export const GENESIS: Buffer = Buffer.alloc(32);

/**
 * SHA-256 over the previous hash and the stored bytes. Numbers are big-endian, every text is preceded by its length in
 * bytes (4 bytes), so no two different events have the same bytes. The SQL append function computes the same;
 * docs/log-format.md describes it.
 */
export function seal(previous: Uint8Array, event: StoredEvent): Buffer {
  const numbers = Buffer.alloc(8);
  numbers.writeBigInt64BE(BigInt(event.position));
  const hash = createHash('sha256').update(previous).update(numbers);
  const text = (value: string) => hash.update(int4(Buffer.byteLength(value))).update(value, 'utf8');
  text(event.stream);
  hash.update(int4(event.revision)).update(Buffer.from(event.id.replaceAll('-', ''), 'hex'));
  text(event.type);
  hash.update(int4(event.version));
  text(event.at);
  text(event.data);
  text(event.metadata);
  return hash.digest();
}

function int4(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Whether an event's bytes and the previous seal give its seal. */
export const fits = (previous: Uint8Array, event: SealedEvent): boolean => seal(previous, event).equals(event.hash);
