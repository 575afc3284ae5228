import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { FileDigest } from '#platform/database/hashed-file.js';
import { Told } from './told.js';

/** Incremented when an older program could no longer restore backups. */
export const FORMAT = 1;
const NAME = 'manifest.json';
/** Written last: an interrupted backup has none. */
const SEAL = 'manifest.json.sha256';

/** What to do about a damaged backup, whose source may no longer exist. */
export const USE_ANOTHER = 'Copy the backup again from where it was kept, or use another.';

/** The end of a log, and its first event, which identifies the log. */
export interface LogEnd {
  position: number;
  /** The hash of the last event in hexadecimal; 64 zeros for an empty log. */
  hash: string;
  /** The hash of the first event. */
  id: string;
}

/** A backup's description of itself. */
export interface Manifest {
  format: number;
  /** The version of the program that took it. */
  program: string;
  /** ISO 8601: the time of the state that it contains. */
  at: string;
  log: LogEnd & { store: 'postgres' | 'eventstoredb' };
  /** The schema version of the tables. */
  migrations: string[];
  /** The number of notes about erasures in it. */
  tombstones: number;
  files: FileDigest[];
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Completes a backup by writing its manifest. */
export function sealManifest(folder: string, manifest: Manifest): void {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  writeWhole(path.join(folder, NAME), text);
  writeWhole(path.join(folder, SEAL), Buffer.from(`${sha256(text)}  ${NAME}\n`));
}

/** @throws Told if it is not a manifest, was not finished, was changed, or was written by a newer program */
export function readManifest(folder: string): Manifest {
  if (!fs.existsSync(folder)) throw new Told(`${folder} does not exist.`);
  const [file, seal] = [path.join(folder, NAME), path.join(folder, SEAL)];
  if (!fs.existsSync(seal) || !fs.existsSync(file))
    throw new Told(
      `${folder} contains no complete backup: ${fs.existsSync(file) ? SEAL : NAME} is missing. ${USE_ANOTHER}`,
    );
  const text = fs.readFileSync(file);
  if (fs.readFileSync(seal, 'utf8') !== `${sha256(text)}  ${NAME}\n`)
    throw new Told(`${NAME} was changed: it does not fit ${SEAL}. ${USE_ANOTHER}`);
  const manifest = JSON.parse(text.toString('utf8')) as Manifest;
  if (manifest.format > FORMAT)
    throw new Told(`The backup was taken by a newer program (${manifest.program}). Restore it with that program.`);
  return manifest;
}

/** The digest of an existing file. */
export async function digestOf(folder: string, name: string): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of fs.createReadStream(path.join(folder, name), { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Writes a file atomically. */
function writeWhole(file: string, bytes: Buffer): void {
  const draft = `${file}.draft`;
  fs.writeFileSync(draft, bytes, { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
  syncFolder(path.dirname(file));
}

/**
 * Syncs the folder, so that a power failure does not lose file names. Windows has no such call and does not need it.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
