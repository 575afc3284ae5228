import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../shared/device-storage';

const KEY = 'demo-access';
const listeners = new Set<() => void>();

/** Whether this browser session has passed the demo gate. It guards screens, not the API. */
export function useGate(): { open: boolean; pass(): void } {
  const open = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readStored('sessionStorage', KEY) === 'open',
    () => false,
  );
  return {
    open,
    pass: () => {
      writeStored('sessionStorage', KEY, 'open');
      listeners.forEach((listener) => listener());
    },
  };
}
