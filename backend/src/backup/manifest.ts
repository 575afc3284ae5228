import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { FileDigest } from '#platform/database/hashed-file.js';
import { Told } from './told.js';

/** Raised when an older program could not restore what is written. */
export const FORMAT = 1;
const NAME = 'manifest.json';
/** Written last: an interrupted backup has none. */
const SEAL = 'manifest.json.sha256';

/** What somebody can do with a backup that was damaged: the place that it came from may be gone. */
export const USE_ANOTHER = 'Copy the backup again from where it was kept, or use another.';

/** The end of a log, and its first event, which identifies the log. */
export interface LogEnd {
  position: number;
  /** Hexadecimal; of an empty log 64 zeros. */
  hash: string;
  /** The hash of the first event. */
  id: string;
}

/** What a backup says of itself. */
export interface Manifest {
  format: number;
  /** The version of the program that took it. */
  program: string;
  /** ISO 8601: the state of then is in it. */
  at: string;
  log: LogEnd & { store: 'postgres' | 'eventstoredb' };
  /** The shape of the tables. */
  migrations: string[];
  /** Notes about erasures that are in it. */
  tombstones: number;
  files: FileDigest[];
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Ends a backup: from here on it is one. */
export function sealManifest(folder: string, manifest: Manifest): void {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  writeWhole(path.join(folder, NAME), text);
  writeWhole(path.join(folder, SEAL), Buffer.from(`${sha256(text)}  ${NAME}\n`));
}

/** @throws Told if it is not a manifest, was not finished or was changed, or is of a newer program */
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

/** The digest of a file that is there. */
export async function digestOf(folder: string, name: string): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of fs.createReadStream(path.join(folder, name), { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** On disk under its name as a whole, or not at all. */
function writeWhole(file: string, bytes: Buffer): void {
  const draft = `${file}.draft`;
  fs.writeFileSync(draft, bytes, { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
  syncFolder(path.dirname(file));
}

/** So that a power cut does not take names back. Windows cannot do that, and needs no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
