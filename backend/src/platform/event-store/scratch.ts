/**
 * Allocating memory outside the heap costs more than filling it, so it is allocated once; no other code runs in
 * between.
 */
let scratch: Buffer = Buffer.allocUnsafeSlow(4096);

/** These bytes followed by the text in UTF-8, in memory that the next call reuses. */
export function scratchBytes(head: Uint8Array, text: string): Buffer {
  const longest = head.length + 3 * text.length;
  if (scratch.length < longest) scratch = Buffer.allocUnsafeSlow(2 * longest);
  scratch.set(head);
  return scratch.subarray(0, head.length + scratch.write(text, head.length, 'utf8'));
}
