import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SanctionsList } from './listed-party.js';
import { parseOfacList, type Breathe, type OfacFiles } from './ofac-list.js';

/** A list that its publisher gives as files; EU, UK and UN lists get a parser beside OFAC's and a line here. */
interface ListFormat {
  name: string;
  /** Without the required ones there is no list. */
  files: Record<keyof OfacFiles, { file: string; required: boolean }>;
  /** Without it the others are screened alone: not everybody publishes it. */
  optional: boolean;
}

const FORMATS: readonly ListFormat[] = [
  {
    name: 'OFAC SDN',
    optional: false,
    files: {
      parties: { file: 'sdn.csv', required: true },
      aliases: { file: 'alt.csv', required: true },
      addresses: { file: 'add.csv', required: false },
      comments: { file: 'sdn_comments.csv', required: false },
    },
  },
  {
    name: 'OFAC Consolidated',
    optional: true,
    files: {
      parties: { file: 'cons_prim.csv', required: true },
      aliases: { file: 'cons_alt.csv', required: true },
      addresses: { file: 'cons_add.csv', required: false },
      comments: { file: 'cons_comments.csv', required: false },
    },
  },
];

/** A file of a list as it was found. */
export interface FoundFile {
  bytes: Buffer;
  /** When its publisher changed it last. */
  changed: Date;
}
/** Finds a file by its name; null where there is none of that name. @throws where it cannot be told */
export type FindFile = (file: string) => Promise<FoundFile | null>;

/** Reads every list that is there. @throws Error naming what is missing */
export async function readLists(find: FindFile, now: Date, breathe: Breathe): Promise<SanctionsList[]> {
  const lists: SanctionsList[] = [];
  for (const format of FORMATS) {
    const list = await readList(format, find, now, breathe);
    if (list) lists.push(list);
  }
  return lists;
}

async function readList(
  { name, files, optional }: ListFormat,
  find: FindFile,
  now: Date,
  breathe: Breathe,
): Promise<SanctionsList | null> {
  const hash = createHash('sha256');
  const texts: OfacFiles = { parties: '', aliases: '', addresses: '', comments: '' };
  let published = new Date(0);
  for (const part of Object.keys(files) as (keyof OfacFiles)[]) {
    const { file, required } = files[part];
    const found = await find(file);
    if (!found && part === 'parties' && optional) return null;
    if (!found && required) throw new Error(`The file ${file} of the ${name} list is missing`);
    if (!found) continue;
    hash.update(found.bytes);
    texts[part] = found.bytes.toString('utf8');
    if (found.changed > published) published = found.changed;
  }
  return {
    name,
    published: published.toISOString().slice(0, 10),
    fetchedAt: now.toISOString(),
    sha256: hash.digest('hex'),
    parties: await parseOfacList(name, texts, breathe),
  };
}

/** @param place a folder with the files as published, or the path of its main file */
export function filesIn(place: string): FindFile {
  const folder = place.endsWith('.csv') ? path.dirname(place) : place;
  return async (file) => {
    const full = path.join(folder, file);
    try {
      return { bytes: await readFile(full), changed: (await stat(full)).mtime };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
}

const FETCH_TIMEOUT_MS = 60_000;

/** @param base the address below which the files lie by their published names */
export function filesAt(base: string): FindFile {
  return async (file) => {
    const response = await fetch(`${base}/${file}`, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${file} answers ${response.status}`);
    const changed = Date.parse(response.headers.get('last-modified') ?? '');
    const bytes = Buffer.from(await response.arrayBuffer());
    return { bytes, changed: Number.isNaN(changed) ? new Date() : new Date(changed) };
  };
}
