import { hash } from 'node:crypto';

export const HASH_BYTES = 32;
const BLOCK_BYTES = 64;

/** A key as the two hashes begin: keys are few, and every event is authenticated by one. */
const pads = new WeakMap<Buffer, { inner: Buffer; outer: Buffer }>();

/** Memory outside the heap costs more to make than to fill, so it is made once; nothing else runs meanwhile. */
let scratch: Buffer = Buffer.allocUnsafeSlow(4096);

/**
 * HMAC-SHA-256 (RFC 2104) of a text in UTF-8 under a key of at most 64 bytes. Two hashes in one go take less than half
 * the time of Node's object with its life cycle, hashes as strings half of that, and every append waits for it.
 */
export function hmac(key: Buffer, text: string): Buffer {
  let pad = pads.get(key);
  if (!pad) pads.set(key, (pad = padsOf(key)));
  const length = BLOCK_BYTES + 3 * text.length;
  if (scratch.length < length) scratch = Buffer.allocUnsafeSlow(2 * length);
  pad.inner.copy(scratch);
  const end = BLOCK_BYTES + scratch.write(text, BLOCK_BYTES, 'utf8');
  pad.outer.write(hash('sha256', scratch.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
  return Buffer.from(hash('sha256', pad.outer, 'binary'), 'binary');
}

/** The outer one has room for the inner hash: nothing else runs between the two. */
function padsOf(key: Buffer): { inner: Buffer; outer: Buffer } {
  if (key.length > BLOCK_BYTES) throw new RangeError(`A key of ${key.length} bytes is too long`);
  const [inner, outer] = [Buffer.alloc(BLOCK_BYTES, 0x36), Buffer.alloc(BLOCK_BYTES + HASH_BYTES, 0x5c)];
  key.forEach((byte, index) => {
    inner[index]! ^= byte;
    outer[index]! ^= byte;
  });
  return { inner, outer };
}
