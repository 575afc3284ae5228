import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FindFile, FoundFile } from './list-places.js';

interface Manifest {
  /** The source of the files; files of another source are not used. */
  source: string;
  /** ISO 8601: when they were fetched completely. Reading them again does not make a list newer. */
  fetchedAt: string;
  /** When each file was last changed (ISO 8601), and the SHA-256 of its bytes (hex), by file name. */
  files: Record<string, { changed: string; sha256: string }>;
}

const MANIFEST = 'manifest.json';
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Kept {
  fetchedAt: Date;
  find: FindFile;
}

/** The files of the last complete fetch, in a folder outside the database, so that a restart begins with them. */
export class KeptLists {
  private readonly folder: string;
  /** Where a fetch is written before it replaces the previous one. */
  private readonly fresh: string;

  constructor(dataDir: string) {
    this.folder = path.join(dataDir, 'sanctions');
    this.fresh = `${this.folder}.new`;
  }

  /**
   * Null if nothing is stored for this source. A process that died before the last step of saving has left the newer
   * list complete in the temporary folder.
   * @throws Error if a file differs from its record
   */
  async of(source: string): Promise<Kept | null> {
    const newer = await keptIn(this.fresh, source).catch(() => null);
    return newer ?? keptIn(this.folder, source);
  }

  /** Atomic: written to a temporary folder, which then replaces the stored one. */
  async keep(source: string, fetchedAt: string, files: ReadonlyMap<string, FoundFile>): Promise<void> {
    await rm(this.fresh, { recursive: true, force: true });
    await mkdir(this.fresh, { recursive: true });
    const write = (file: string, bytes: Buffer | string) =>
      writeFile(path.join(this.fresh, file), bytes, { flush: true });
    const noted: Manifest['files'] = {};
    for (const [file, { bytes, changed }] of files) {
      await write(file, bytes);
      noted[file] = { changed: changed.toISOString(), sha256: digestOf(bytes) };
    }
    const manifest: Manifest = { source, fetchedAt, files: noted };
    await write(MANIFEST, JSON.stringify(manifest));
    await rm(this.folder, { recursive: true, force: true });
    await rename(this.fresh, this.folder);
  }
}

/** All files are read and verified before any is returned, so that nobody is screened against half a list. */
async function keptIn(folder: string, source: string): Promise<Kept | null> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  const manifest = text ? (JSON.parse(text) as Manifest) : null;
  if (!manifest || manifest.source !== source) return null;
  const found = new Map<string, FoundFile>();
  for (const [file, { changed, sha256 }] of Object.entries(manifest.files)) {
    const bytes = await readFile(path.join(folder, file));
    if (digestOf(bytes) !== sha256) throw new Error(`${file} differs from the file that was kept`);
    found.set(file, { bytes, changed: new Date(changed) });
  }
  return { fetchedAt: new Date(manifest.fetchedAt), find: async (file) => found.get(file) ?? null };
}

/** Finds files with the given function, and records what was found. */
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
