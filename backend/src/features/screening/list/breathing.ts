import { setImmediate as turn } from 'node:timers/promises';
import type { Breathe } from './ofac-list.js';

/** Lets requests have a turn whenever so many milliseconds were worked through. */
export function breathing(everyMs = 10): Breathe {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < everyMs) return;
    await turn();
    since = performance.now();
  };
}
