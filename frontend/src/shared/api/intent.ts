import { INTENTS, SECRET_INTENTS } from '../storage/keys';
import { wasAnswered } from './problem';

/** A short hash of an intent: two lanes of multiply and shift, 53 bits. The text cannot be read from it. */
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
 * Makes a call once per intent: the idempotency key stays the same until the server has answered. After a lost answer,
 * sending it again with the same key is one command at the server. The key is stored for this tab, so that a reload in
 * between does not create a second one.
 * @param wish everything that identifies the intent: URL and body
 * @param secret whether it contains data that must leave no trace in the browser's storage; the key is then only in
 * memory
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
