import type { Day } from '@tknest/contracts/money';
import { CsvError } from 'csv-parse';
import { createHash } from 'node:crypto';
import { decoded } from './decoded.js';
import { parseEuList } from './eu-list.js';
import type { FindFile } from './list-places.js';
import { ListRefused, type ParsedList, type SanctionsList } from './listed-party.js';
import { parseOfacList, type Breathe } from './ofac-list.js';
import { parseUkList } from './uk-list.js';
import { parseUnList } from './un-list.js';
import { XmlRefused } from './xml.js';

/** A list that its publisher provides as files. */
interface ListFormat {
  name: string;
  /** File names in a folder. The first one is the list; the others belong to it. */
  files: readonly { file: string; required?: boolean }[];
  /** Whether the list may be missing: without its first file, only the other lists are used. */
  optional: boolean;
  /** @param texts in the order of the files; '' for a missing one */
  parse(name: string, texts: readonly string[], breathe: Breathe): Promise<ParsedList>;
}

const ofac =
  (): ListFormat['parse'] =>
  async (name, [parties = '', aliases = '', addresses = '', comments = ''], breathe) => ({
    parties: await parseOfacList(name, { parties, aliases, addresses, comments }, breathe),
    published: null,
  });

/** Every list that can be read. To add a publisher, write a parser beside these and add a line here. */
const FORMATS: readonly ListFormat[] = [
  {
    name: 'OFAC SDN',
    optional: false,
    files: [
      { file: 'sdn.csv', required: true },
      { file: 'alt.csv', required: true },
      { file: 'add.csv' },
      { file: 'sdn_comments.csv' },
    ],
    parse: ofac(),
  },
  {
    name: 'OFAC Consolidated',
    optional: true,
    files: [
      { file: 'cons_prim.csv', required: true },
      { file: 'cons_alt.csv', required: true },
      { file: 'cons_add.csv' },
      { file: 'cons_comments.csv' },
    ],
    parse: ofac(),
  },
  {
    name: 'EU',
    optional: true,
    files: [{ file: 'eu.xml' }],
    parse: (name, [xml = ''], breathe) => parseEuList(name, xml, breathe),
  },
  {
    name: 'UK',
    optional: true,
    files: [{ file: 'uk.csv' }],
    parse: (name, [csv = ''], breathe) => parseUkList(name, csv, breathe),
  },
  {
    name: 'UN',
    optional: true,
    files: [{ file: 'un.xml' }],
    parse: (name, [xml = ''], breathe) => parseUnList(name, xml, breathe),
  },
];

/** Reads every list that exists. @throws Error naming the file that is missing or cannot be read */
export async function readLists(find: FindFile, now: Date, breathe: Breathe): Promise<SanctionsList[]> {
  const lists: SanctionsList[] = [];
  for (const format of FORMATS) {
    const list = await readList(format, find, now, breathe);
    if (list) lists.push(list);
  }
  return lists;
}

async function readList(
  { name, files, optional, parse }: ListFormat,
  find: FindFile,
  now: Date,
  breathe: Breathe,
): Promise<SanctionsList | null> {
  const hash = createHash('sha256');
  const texts: string[] = [];
  let changed = new Date(0);
  for (const [at, { file, required }] of files.entries()) {
    const found = await find(file);
    if (!found && at === 0 && optional) return null;
    if (!found && required) throw new Error(`The file ${file} of the ${name} list is missing`);
    texts.push(found ? decoded(file, found.bytes) : '');
    if (!found) continue;
    hash.update(found.bytes);
    if (found.changed > changed) changed = found.changed;
  }
  const { parties, published } = await parse(name, texts, breathe).catch((error: unknown) => {
    if (error instanceof XmlRefused || error instanceof CsvError)
      throw new ListRefused(`The ${name} list cannot be read: ${error.message}`);
    throw error;
  });
  return {
    name,
    published: published ?? (changed.toISOString().slice(0, 10) as Day),
    fetchedAt: now.toISOString(),
    sha256: hash.digest('hex'),
    parties,
  };
}
