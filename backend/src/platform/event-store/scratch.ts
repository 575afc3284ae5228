/** Memory outside the heap costs more to make than to fill, so it is made once; nothing else runs meanwhile. */
let scratch: Buffer = Buffer.allocUnsafeSlow(4096);

/** These bytes, and after them the text in UTF-8: in memory that the next call takes again. */
export function scratchBytes(head: Uint8Array, text: string): Buffer {
  const longest = head.length + 3 * text.length;
  if (scratch.length < longest) scratch = Buffer.allocUnsafeSlow(2 * longest);
  scratch.set(head);
  return scratch.subarray(0, head.length + scratch.write(text, head.length, 'utf8'));
}
