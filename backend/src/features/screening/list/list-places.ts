import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file of a list, as found. */
export interface FoundFile {
  bytes: Buffer;
  /** When its publisher last changed it. */
  changed: Date;
}
/** Finds a file by its name; null if there is no such file. @throws if that cannot be determined */
export type FindFile = (file: string) => Promise<FoundFile | null>;

/** Lists with their own URL, by their file name in a folder. */
const OWN_PLACES = { eu: 'eu.xml', uk: 'uk.csv', un: 'un.xml' } as const;
export type OwnPlaces = Partial<Record<keyof typeof OWN_PLACES, string>>;

/** Far above the size of any list, in bytes; anything larger is not a list and must not fill the memory. */
const BYTES_MAX = 100 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 60_000;
const tooLarge = (file: string) => new Error(`${file} is larger than ${BYTES_MAX / 1024 / 1024} MB`);

/** @param place a folder with the files as published, or the path of its main file */
export function filesIn(place: string): FindFile {
  const folder = place.endsWith('.csv') ? path.dirname(place) : place;
  return (file) => fileOnDisk(path.join(folder, file));
}

/** @param base the URL below which the files have their published names; it has no other lists */
export function filesAt(base: string): FindFile {
  const others: readonly string[] = Object.values(OWN_PLACES);
  return async (file) => (others.includes(file) ? null : fileAt(`${base}/${file}`));
}

/** A list with a setting must exist; otherwise the fetch fails. */
export function withOwnPlaces(rest: FindFile, places: OwnPlaces): FindFile {
  const own = new Map(
    Object.entries(places).map(([key, place]) => [OWN_PLACES[key as keyof OwnPlaces] as string, place]),
  );
  return async (file) => {
    const place = own.get(file);
    if (place === undefined) return rest(file);
    const found = await (/^https?:/.test(place) ? fileAt(place) : fileOnDisk(place));
    if (!found) throw new Error(`There is no file at ${place}`);
    return found;
  };
}

async function fileOnDisk(full: string): Promise<FoundFile | null> {
  try {
    const { size, mtime } = await stat(full);
    if (size > BYTES_MAX) throw tooLarge(full);
    return { bytes: await readFile(full), changed: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function fileAt(address: string): Promise<FoundFile | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  const changed = Date.parse(response.headers.get('last-modified') ?? '');
  const bytes = await bytesOf(response, address);
  return { bytes, changed: Number.isNaN(changed) ? new Date() : new Date(changed) };
}

/** Limits the size of a response, so that an endless one is not read forever. */
async function bytesOf(response: Response, address: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > BYTES_MAX) throw tooLarge(address);
    parts.push(part);
  }
  const told = Number(response.headers.get('content-length'));
  const isWhole = !told || response.headers.has('content-encoding') || told === size;
  if (!isWhole) throw new Error(`${address} was cut off`);
  return Buffer.concat(parts);
}
