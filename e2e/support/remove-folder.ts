import { rmSync } from 'node:fs';

/** Removes a data folder, also where a process that was killed is still writing its last. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
