import { useSyncExternalStore } from 'react';

/** After this long without any input, the user counts as away, in milliseconds. */
export const UNATTENDED_AFTER_MS = 5 * 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

let attended = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const become = (now: boolean) => {
  if (attended === now) return;
  attended = now;
  listeners.forEach((listener) => listener());
};
const touched = () => {
  clearTimeout(timer);
  timer = setTimeout(() => become(false), UNATTENDED_AFTER_MS);
  become(true);
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    SIGNS.forEach((sign) => window.addEventListener(sign, touched, { passive: true, capture: true }));
    touched();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    SIGNS.forEach((sign) => window.removeEventListener(sign, touched, { capture: true }));
    clearTimeout(timer);
    attended = true;
  };
}

const isAttended = () => attended;

/**
 * Whether the user is at the page. Every call keeps the session alive, so an abandoned page must not make automatic
 * calls; otherwise sessions would never end by idleness.
 */
export const useAttended = (): boolean => useSyncExternalStore(subscribe, isAttended, isAttended);

/** A query's polling options: every `ms`, as long as the user is present. */
export const usePolling = (ms: number): { pollingInterval: number } => ({ pollingInterval: useAttended() ? ms : 0 });
