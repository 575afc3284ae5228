import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FindFile, FoundFile } from './list-places.js';

interface Manifest {
  /** Of whom the files are; those of another source are not taken for it. */
  source: string;
  /** ISO 8601: when they were fetched completely. Being read again makes no list younger. */
  fetchedAt: string;
  /** When each was changed last, by its name. */
  files: Record<string, string>;
}

/** The files of the last complete fetch, in a folder beside the database: a restart begins with them. */
export class KeptLists {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = path.join(dataDir, 'sanctions');
  }

  /** Null where nothing is kept of this source, or it cannot be read. */
  async of(source: string): Promise<{ fetchedAt: Date; find: FindFile } | null> {
    const text = await readFile(path.join(this.folder, 'manifest.json'), 'utf8').catch(() => null);
    const manifest = text ? (JSON.parse(text) as Manifest) : null;
    if (!manifest || manifest.source !== source) return null;
    return {
      fetchedAt: new Date(manifest.fetchedAt),
      find: async (file) => {
        const changed = manifest.files[file];
        if (changed === undefined) return null;
        return { bytes: await readFile(path.join(this.folder, file)), changed: new Date(changed) };
      },
    };
  }

  /** All of it or nothing: written beside what is kept, then put in its place. */
  async keep(source: string, fetchedAt: string, files: ReadonlyMap<string, FoundFile>): Promise<void> {
    const fresh = `${this.folder}.new`;
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    for (const [file, { bytes }] of files) await writeFile(path.join(fresh, file), bytes);
    const changed = [...files].map(([file, one]) => [file, one.changed.toISOString()]);
    const manifest: Manifest = { source, fetchedAt, files: Object.fromEntries(changed) };
    await writeFile(path.join(fresh, 'manifest.json'), JSON.stringify(manifest), { flush: true });
    await rm(this.folder, { recursive: true, force: true });
    await rename(fresh, this.folder);
  }
}

/** Finds as before, and notes what was found. */
export function noting(find: FindFile): { find: FindFile; found: Map<string, FoundFile> } {
  const found = new Map<string, FoundFile>();
  return {
    found,
    find: async (file) => {
      const one = await find(file);
      if (one) found.set(file, one);
      return one;
    },
  };
}
