import { INTENTS, SECRET_INTENTS } from '../storage/keys';
import { wasAnswered } from './problem';

/** A short name for a wish: two lanes of multiply and shift, 53 bits. Nothing of the text can be read from it. */
function nameOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/**
 * Makes a call once per wish: the key stays the same until the server has answered about this very wish. A lost answer
 * does not say what was done; sent again under the same key, it is one command at the server. The key is kept for this
 * tab, so that a reload in between does not make a second one.
 * @param wish all that makes it this wish and no other: address and body
 * @param secret it holds what must not leave its mark in the browser's storage: the key is in memory alone
 */
export async function once<A extends { error?: unknown }>(
  wish: unknown,
  call: (key: string) => PromiseLike<A>,
  { secret = false } = {},
): Promise<A> {
  const name = nameOf(JSON.stringify(wish));
  const intents = secret ? SECRET_INTENTS : INTENTS;
  const key = intents.read(name) ?? crypto.randomUUID();
  intents.write(key, name);
  const answer = await call(key);
  if (wasAnswered(answer.error)) intents.write(null, name);
  return answer;
}
