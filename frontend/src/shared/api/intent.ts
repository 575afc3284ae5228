import { isApiError } from './problem';

/**
 * The keys of intents that have not been answered yet. A lost answer does not say what was done, so the same intent is
 * sent again under the same key and is one command at the server. Kept for this tab, so that a reload in between does
 * not make a second intent.
 */
const PREFIX = 'intent:';
const inMemory = new Map<string, string>();

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

const kept = (name: string): string | null => {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
};
function keep(name: string, key: string | null): void {
  try {
    if (key) sessionStorage.setItem(PREFIX + name, key);
    else sessionStorage.removeItem(PREFIX + name);
  } catch {
    // The key is in memory all the same.
  }
}

/** The server has answered. Without an answer, or after a 5xx, the result is unknown. */
export const wasAnswered = (error: unknown): boolean =>
  !error ||
  (isApiError(error) &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 425, 429].includes(error.status) &&
    // The door was shut before the wish was looked at: an earlier try may have been carried out.
    !DOORS.has(String(error.code)));
const DOORS = new Set(['fresh-signature-required', 'anti-forgery']);

/**
 * Makes a call once per wish: the key stays the same until the server has answered about this very wish.
 * @param wish all that makes it this wish and no other: address and body
 * @param secret it holds what must not leave its mark in the browser's storage: the key is in memory alone
 */
export async function once<A extends { error?: unknown }>(
  wish: unknown,
  call: (key: string) => PromiseLike<A>,
  { secret = false } = {},
): Promise<A> {
  const name = nameOf(JSON.stringify(wish));
  const key = inMemory.get(name) ?? kept(name) ?? crypto.randomUUID();
  inMemory.set(name, key);
  if (!secret) keep(name, key);
  const answer = await call(key);
  if (wasAnswered(answer.error)) {
    inMemory.delete(name);
    keep(name, null);
  }
  return answer;
}

/** The next user of this browser starts with no intents. */
export function forgetWishes(): void {
  inMemory.clear();
  try {
    Object.keys(sessionStorage)
      .filter((name) => name.startsWith(PREFIX))
      .forEach((name) => sessionStorage.removeItem(name));
  } catch {
    // Nothing was kept then.
  }
}
