import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../shared/device-storage';

const KEY = 'single-keys';
const listeners = new Set<() => void>();

/**
 * Whether shortcuts of a single key are on, on this device. Speech input and some assistive devices press keys
 * unintentionally (WCAG 2.1.4).
 */
export const singleKeysOn = (): boolean => readStored('localStorage', KEY) !== 'off';

export function switchSingleKeys(on: boolean): void {
  writeStored('localStorage', KEY, on ? null : 'off');
  listeners.forEach((listener) => listener());
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, singleKeysOn);
