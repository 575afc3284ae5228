import { useSyncExternalStore } from 'react';
import { COLOR_SCHEME } from '../storage/keys';

/** The user's choice on this device; `auto` follows the system. */
export type SchemeChoice = 'auto' | 'light' | 'dark';
export type Scheme = 'light' | 'dark';

const listeners = new Set<() => void>();
// The build renders pages without a browser.
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

const choice = (): SchemeChoice => COLOR_SCHEME.read() ?? 'auto';
const shown = (): Scheme => (choice() === 'dark' || (choice() === 'auto' && system?.matches) ? 'dark' : 'light');

/** One attribute of the root element drives our tokens and the widgets; `index.html` sets it before the first paint. */
function apply(): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', shown());
  listeners.forEach((listener) => listener());
}
system?.addEventListener('change', apply);
COLOR_SCHEME.subscribe(apply);

export const chooseScheme = (next: SchemeChoice): void => COLOR_SCHEME.write(next === 'auto' ? null : next);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The choice on this device, and the resulting color scheme. */
export function useScheme(): { choice: SchemeChoice; shown: Scheme } {
  return {
    choice: useSyncExternalStore(subscribe, choice, choice),
    shown: useSyncExternalStore(subscribe, shown, shown),
  };
}
