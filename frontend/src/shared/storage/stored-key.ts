import { useSyncExternalStore } from 'react';

/** The lifetime of a value: until the browser data is cleared, as long as the tab, or as long as the page. */
type Place = 'localStorage' | 'sessionStorage' | 'memory';
/**
 * The owner of a value: the device; a wallet, which is part of its name; or the signed-in user, who is not part of its
 * name.
 */
type Owner = 'device' | 'wallet' | 'session';

/** A value stored in this browser, or one value for each `of`. */
export interface StoredKey<T> {
  read(of?: string): T | null;
  /** @param value a text is stored as it is, anything else as JSON; null removes it */
  write(value: T | null, of?: string): void;
  /** Called on each change, by this tab and, in local storage, by other tabs. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

const forgets: ((owners: readonly Owner[], wallet?: string) => void)[] = [];
/** @param wallet the wallet that keeps its own values */
export const forget: (typeof forgets)[0] = (...which) => forgets.forEach((one) => one(...which));

/**
 * Declares a key. This is the only place that uses the browser's storage: if that is disabled or full, values are kept
 * in memory until the page is left.
 * @param parse returns null, or throws, for a manipulated text, which is ignored
 */
export function storedKey<T>(place: Place, key: string, owner: Owner, parse: (text: string) => T | null): StoredKey<T> {
  /**
   * Values that the browser did not accept; null for a removal. Disabled storage throws on every access; full storage
   * throws only on a write, and still has the old value, so these values take precedence.
   */
  const notTaken = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  const storage = () => window[place as 'localStorage'];
  const tell = () => listeners.forEach((listener) => listener());
  const put = (name: string, text: string | null) => {
    notTaken.set(name, text);
    try {
      if (text === null) storage().removeItem(name);
      else storage().setItem(name, text);
      notTaken.delete(name);
    } catch {
      // It stays in memory.
    }
    tell();
  };

  forgets.push((owners, wallet) => {
    if (!owners.includes(owner)) return;
    const names = [...notTaken.keys()];
    try {
      names.push(...Object.keys(storage()));
    } catch {
      // Nothing is stored.
    }
    for (const name of names)
      if (name.startsWith(key) && !(wallet && (name.endsWith(`:${wallet}`) || name.startsWith(`${key}${wallet}:`))))
        put(name, null);
  });
  if (place === 'localStorage')
    globalThis.addEventListener?.('storage', ({ key: name }) => {
      if (!(name ?? key).startsWith(key)) return;
      // A value written by another tab is newer than the one that this tab could not write.
      if (name === null) notTaken.clear();
      else notTaken.delete(name);
      tell();
    });

  return {
    read(of = '') {
      const name = key + of;
      try {
        const text = notTaken.has(name) ? notTaken.get(name) : storage().getItem(name);
        return text ? parse(text) : null;
      } catch {
        return null;
      }
    },
    write: (value, of = '') =>
      put(key + of, value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value stored under a key, null if there is none; the component follows its changes. */
export const useStored = <T extends string>(key: StoredKey<T>): T | null =>
  useSyncExternalStore(
    key.subscribe,
    () => key.read(),
    () => null,
  );
