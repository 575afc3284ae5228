import { useSyncExternalStore } from 'react';

/** How long a value lives: until the browser is cleared, as long as the tab is open, or as long as the page is. */
type Place = 'localStorage' | 'sessionStorage' | 'memory';
/**
 * Whom a value belongs to: the device; a wallet, which its name contains; or whoever is signed in, which its name does
 * not tell.
 */
type Owner = 'device' | 'wallet' | 'session';

/** A value that is kept in this browser, or one value for each `of`. */
export interface StoredKey<T> {
  read(of?: string): T | null;
  /** @param value a text is stored as it is, anything else as JSON; null removes it */
  write(value: T | null, of?: string): void;
  /** Hears of each change, by this tab and, in local storage, by another one. @returns how to stop */
  subscribe(listener: () => void): () => void;
}

const forgets: ((owners: readonly Owner[], wallet?: string) => void)[] = [];
/** @param wallet it keeps its own */
export const forget: (typeof forgets)[0] = (...which) => forgets.forEach((one) => one(...which));

/**
 * Declares a key. This is the only place that uses the browser's storage: where that is switched off or full, values
 * are kept in memory until the page is left.
 * @param parse null, or an exception, for a text that somebody has changed by hand: it is ignored
 */
export function storedKey<T>(place: Place, key: string, owner: Owner, parse: (text: string) => T | null): StoredKey<T> {
  /**
   * What the browser did not take, null for a removal. Storage that is switched off throws on every access, as does
   * memory, which is none; full storage throws on a write only, and still has the old value. So this wins over it.
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
      // What another tab has written is newer than what this one could not write.
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

/** The word that is kept under a key, null if there is none; the page follows its changes. */
export const useStored = <T extends string>(key: StoredKey<T>): T | null =>
  useSyncExternalStore(
    key.subscribe,
    () => key.read(),
    () => null,
  );
