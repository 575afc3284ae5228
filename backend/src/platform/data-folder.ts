import { randomUUID } from 'node:crypto';
import { mkdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A folder that the program needs cannot be created or written to. The message names the setting and what to do. */
export class UnusableFolder extends Error {
  constructor(setting: string, folder: string, cause: NodeJS.ErrnoException) {
    super(
      `${setting}: ${path.resolve(folder)} cannot be written (${cause.code ?? cause.message}). ` +
        'Give the program a folder that its user may write, on a volume that outlives the container.',
    );
    this.name = 'UnusableFolder';
  }
}

/**
 * Creates a folder if it does not exist, and writes to it once, so that a folder that cannot be written to is noticed
 * before anything depends on it.
 * @throws UnusableFolder
 */
export async function prepareFolder(setting: string, folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, '', { flush: true });
    await unlink(probe);
  } catch (error) {
    throw new UnusableFolder(setting, folder, error as NodeJS.ErrnoException);
  }
}
