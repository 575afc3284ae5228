import { hash } from 'node:crypto';
import { scratchBytes } from './scratch.js';

export const HASH_BYTES = 32;
const BLOCK_BYTES = 64;

/** A key prepared for the inner and outer hash, cached because keys are few and every event needs one. */
const pads = new WeakMap<Buffer, { inner: Buffer; outer: Buffer }>();

/**
 * HMAC-SHA-256 (RFC 2104) of a text in UTF-8 under a key of at most 64 bytes. Two one-shot hashes take less than half
 * the time of Node's HMAC object, and half of that again if the input is a string; every append waits for them.
 */
export function hmac(key: Buffer, text: string): Buffer {
  let pad = pads.get(key);
  if (!pad) pads.set(key, (pad = padsOf(key)));
  pad.outer.write(hash('sha256', scratchBytes(pad.inner, text), 'binary'), BLOCK_BYTES, 'binary');
  return Buffer.from(hash('sha256', pad.outer, 'binary'), 'binary');
}

/** The outer buffer has room for the inner hash; nothing else runs in between. */
function padsOf(key: Buffer): { inner: Buffer; outer: Buffer } {
  if (key.length > BLOCK_BYTES) throw new RangeError(`A key of ${key.length} bytes is too long`);
  const [inner, outer] = [Buffer.alloc(BLOCK_BYTES, 0x36), Buffer.alloc(BLOCK_BYTES + HASH_BYTES, 0x5c)];
  key.forEach((byte, index) => {
    inner[index]! ^= byte;
    outer[index]! ^= byte;
  });
  return { inner, outer };
}
