import { createHash } from 'node:crypto';
import { countryCode } from './countries.js';
import { rowsOf } from './csv.js';
import type { ListedName, ListedParty, PartyType } from './listed-party.js';
import { parseRemarks } from './remarks.js';
import { setImmediate as turn } from 'node:timers/promises';

/** The four files of one of OFAC's lists (specially designated nationals, or the consolidated one), as text. */
export interface OfacFiles {
  /** Main entries; without these there is no list. */
  parties: string;
  aliases: string;
  addresses: string;
  /** Text that did not fit into the remarks of an entry. */
  comments: string;
}

/** Maps, because publishers choose the keys: an object would also have `constructor`. */
const TYPES: ReadonlyMap<string, PartyType> = new Map([
  ['individual', 'individual'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
]);
const ALIASES: ReadonlyMap<string, ListedName['kind']> = new Map([
  ['fka', 'former'],
  ['aka', 'alias'],
  ['nka', 'alias'],
]);

interface Parts {
  row: string[];
  names: ListedName[];
  addresses: string[];
  comments: string[];
}

/** Yields to other work regularly: a list has thousands of rows, and requests are waiting. */
export type Breathe = () => Promise<void> | void;

/**
 * Entries with their aliases, addresses and continued remarks. Aliases, addresses and comments without an entry are
 * left out.
 */
export async function parseOfacList(list: string, files: OfacFiles, breathe: Breathe): Promise<ListedParty[]> {
  const byNumber = new Map<string, Parts>();
  for await (const row of rowsOf(files.parties)) {
    await breathe();
    const [number, name] = row;
    if (!number || !/^\d+$/.test(number) || !name) continue;
    byNumber.set(number, { row, names: [{ name, kind: 'primary' }], addresses: [], comments: [] });
  }
  for await (const [number, , kind, name] of rowsOf(files.aliases)) {
    await breathe();
    const party = byNumber.get(number ?? '');
    if (party && name) party.names.push({ name, kind: ALIASES.get(kind?.toLowerCase() ?? '') ?? 'alias' });
  }
  for await (const [number, , ...address] of rowsOf(files.addresses)) {
    await breathe();
    byNumber.get(number ?? '')?.addresses.push(address.join('|'));
  }
  for await (const [number, text] of rowsOf(files.comments)) if (text) byNumber.get(number ?? '')?.comments.push(text);
  const parties: ListedParty[] = [];
  for (const [number, parts] of byNumber) {
    await breathe();
    parties.push(partyOf(list, number, parts));
  }
  return parties;
}

function partyOf(list: string, entityNumber: string, { row, names, addresses, comments }: Parts): ListedParty {
  const remarks = [row[11] ?? '', ...comments].join('').trim();
  const { birthDates, weakAliases, countries } = parseRemarks(remarks);
  const lands = addresses.map((address) => countryCode(address.split('|')[2] ?? ''));
  const said = [row, names.map(({ name, kind }) => `${kind} ${name}`).sort(), [...addresses].sort(), comments];
  return {
    list,
    entityNumber,
    type: TYPES.get(row[2]?.toLowerCase() ?? '') ?? 'entity',
    names,
    weakAliases,
    programs: (row[3] ?? '').split('] [').filter(Boolean),
    birthDates,
    countries: [...new Set([...countries, ...lands.filter((code) => code !== null)])].sort(),
    remarks,
    hash: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
  };
}

/** After how many milliseconds of work to yield to requests. */
export function breathing(everyMs = 10): Breathe {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < everyMs) return;
    await turn();
    since = performance.now();
  };
}
