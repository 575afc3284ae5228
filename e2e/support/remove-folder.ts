import { rmSync } from 'node:fs';

/** Removes a data folder; retries while a killed process still writes to it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
