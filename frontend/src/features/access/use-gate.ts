import { useSyncExternalStore } from 'react';

const KEY = 'demo-access';
const listeners = new Set<() => void>();

/** Whether this browser session has passed the demo gate. It guards screens, not the API. */
export function useGate(): { open: boolean; pass(): void } {
  const open = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sessionStorage.getItem(KEY) === 'open',
    () => false,
  );
  return {
    open,
    pass: () => {
      sessionStorage.setItem(KEY, 'open');
      listeners.forEach((listener) => listener());
    },
  };
}
