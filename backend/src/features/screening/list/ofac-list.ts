import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { foldName } from '../matching/words.js';

export interface ListedParty {
  entityNumber: string;
  name: string;
  type: 'individual' | 'vessel' | 'aircraft' | 'entity';
  program: string;
  /** Of the entry as published, hex. */
  hash: string;
}

export interface SanctionsList {
  name: string;
  published: string;
  /** ISO 8601. */
  fetchedAt: string;
  /** Of the files in the order read, hex. */
  sha256: string;
  parties: number;
  /** Folded name → who carries it, primary names and strong aliases. */
  byName: ReadonlyMap<string, readonly ListedParty[]>;
}

/** Fewer parties than this is a broken file, not a list: the real one has about 15,000. */
const PARTIES_MIN = 1_000;

/**
 * Reads OFAC's CSV files (no header, CRLF, `-0-` for null, a final 0x1A). @throws where the list is missing, empty or
 * shrunken
 */
export async function readOfacList(folder: string, published: string): Promise<SanctionsList> {
  const hash = createHash('sha256');
  const read = async (file: string) => {
    const bytes = await readFile(path.join(folder, file));
    hash.update(bytes);
    return rowsOf(bytes.toString('latin1'));
  };
  const byName = new Map<string, ListedParty[]>();
  const parties = new Map<string, ListedParty>();
  const add = (name: string, party: ListedParty) => {
    const key = foldName(name);
    if (key === '') return;
    const there = byName.get(key);
    if (!there) byName.set(key, [party]);
    else if (!there.some(({ entityNumber }) => entityNumber === party.entityNumber)) there.push(party);
  };
  for (const row of await read('sdn.csv')) {
    const [entityNumber, name, type, program] = row;
    if (!entityNumber || !name) continue;
    const party: ListedParty = {
      entityNumber,
      name,
      type: (type as ListedParty['type']) || 'entity',
      program: program ?? '',
      hash: createHash('sha256').update(JSON.stringify(row)).digest('hex'),
    };
    parties.set(entityNumber, party);
    add(name, party);
  }
  for (const [entityNumber, , , alias] of await read('alt.csv')) {
    const party = parties.get(entityNumber ?? '');
    if (party && alias) add(alias, party);
  }
  if (parties.size < PARTIES_MIN)
    throw new Error(`The sanctions list has ${parties.size} parties; at least ${PARTIES_MIN} are expected`);
  const fetchedAt = new Date().toISOString();
  return { name: 'OFAC SDN', published, fetchedAt, sha256: hash.digest('hex'), parties: parties.size, byName };
}

/** RFC 4180 rows; null and surrounding blanks removed. */
function* rowsOf(text: string): Generator<string[]> {
  let row: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ',') {
      row.push(field);
      field = '';
    } else if (c === '\n') {
      yield finish([...row, field]);
      row = [];
      field = '';
    } else if (c !== '\r' && c !== '\x1a') field += c;
  }
  if (row.length > 0) yield finish([...row, field]);
}

const finish = (row: string[]) => row.map((field) => field.trim()).map((field) => (field === '-0-' ? '' : field));
