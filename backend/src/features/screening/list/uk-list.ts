import type { Day } from '@tknest/contracts/money';
import { birthDateOf, type ListedBirthDate } from './birth-dates.js';
import { countryCode } from './countries.js';
import { rowsOf } from './csv.js';
import { ListRefused, type ListedName, type ListedParty, type ParsedList, type PartyType } from './listed-party.js';
import { makeParty, nameOfParts } from './make-party.js';
import type { Breathe } from './ofac-list.js';

/** Names of columns in the UK Sanctions List, and in OFSI's earlier consolidated list. */
const COLUMNS = {
  id: ['uniqueid', 'groupid'],
  surname: ['name6'],
  name1: ['name1'],
  name2: ['name2'],
  name3: ['name3'],
  name4: ['name4'],
  name5: ['name5'],
  nameType: ['nametype', 'aliastype'],
  strength: ['aliasstrength', 'aliasquality'],
  original: ['namenonlatinscript'],
  regime: ['regimename', 'regime'],
  type: ['designationtype', 'grouptype'],
  country: ['addresscountry', 'country'],
  born: ['dob'],
  nationality: ['nationalityies', 'nationality'],
  remarks: ['otherinformation'],
} as const;
type Field = keyof typeof COLUMNS;
type Row = Record<Field, string>;
type Rows = [Row, ...Row[]];
type Heads = Partial<Record<Field, number>>;
const FIELDS = Object.keys(COLUMNS) as Field[];
/** Without one of these columns, names would be lost or mixed up, so a file without them is refused. */
const NEEDED: readonly Field[] = ['id', 'type', 'surname', 'name1', 'name2', 'name3', 'name4', 'name5'];

/** A map, because the publisher chooses the keys: an object would also have `constructor`. */
const TYPES: ReadonlyMap<string, PartyType> = new Map([
  ['individual', 'individual'],
  ['ship', 'vessel'],
]);
const bare = (head: string) => head.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The UK Sanctions List (`UK-Sanctions-List.csv`), or OFSI's `ConList.csv`: a line with the date, one with the column
 * headings, then one row for each name, address and date of a party. @throws ListRefused if a needed column is missing
 */
export async function parseUkList(list: string, csv: string, breathe: Breathe): Promise<ParsedList> {
  let heads: Heads | null = null;
  let published: Day | null = null;
  const byId = new Map<string, Rows>();
  for await (const cells of rowsOf(csv)) {
    await breathe();
    if (!heads) {
      heads = headsOf(cells);
      published ??= dayIn(cells.join(' '));
      continue;
    }
    const row = rowOf(cells, heads);
    if (!row.id) continue;
    const rows = byId.get(row.id);
    if (rows) rows.push(row);
    else byId.set(row.id, [row]);
  }
  if (!heads) throw new ListRefused('The UK list lacks a line with the required column headings');
  const parties: ListedParty[] = [];
  for (const [id, rows] of byId) {
    await breathe();
    parties.push(partyOf(list, id, rows));
  }
  return { parties: parties.filter(({ names }) => names.length > 0), published };
}

const rowOf = (cells: readonly string[], heads: Heads): Row =>
  Object.fromEntries(FIELDS.map((field) => [field, cells[heads[field] ?? -1] ?? ''])) as Row;

function headsOf(cells: readonly string[]): Heads | null {
  const all = cells.map(bare);
  const place = (names: readonly string[]) => all.findIndex((head) => names.includes(head));
  const found = FIELDS.map((field) => [field, place(COLUMNS[field])] as const);
  const heads = Object.fromEntries(found.filter(([, at]) => at >= 0)) as Heads;
  return NEEDED.every((field) => heads[field] !== undefined) ? heads : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** `03-May-2024` or `03/05/2024`, in the line above the column headings. */
function dayIn(text: string): Day | null {
  const [, day, month, year] = /(\d{1,2})[-/ ](\d{1,2}|[A-Za-z]{3})[A-Za-z]*[-/ ](\d{4})/.exec(text) ?? [];
  if (!day || !month || !year) return null;
  const number = Number(month) || MONTHS.indexOf(month.toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}` as Day;
}

function partyOf(list: string, id: string, rows: Rows): ListedParty {
  const type = TYPES.get(rows[0].type.toLowerCase()) ?? 'entity';
  const ordered = [...rows].sort((a, b) => Number(isAlias(a)) - Number(isAlias(b)));
  const names = ordered
    .filter((row) => !isWeak(row))
    .flatMap((row): ListedName[] => [
      { name: nameOf(row), kind: isFormer(row) ? 'former' : isAlias(row) ? 'alias' : 'primary' },
      { name: row.original, kind: 'alias' },
    ]);
  const lands = (text: string) => text.split(/[;,]|\(\d+\)|\d\)/).flatMap((one) => countryCode(one) ?? []);
  return makeParty({
    list,
    entityNumber: id,
    type,
    names: names.filter(({ name }) => name !== ''),
    weakAliases: ordered.filter(isWeak).map(nameOf).filter(Boolean),
    programs: rows.map(({ regime }) => regime).filter(Boolean),
    birthDates: distinctDates(rows.flatMap(({ born }) => bornOf(born) ?? [])),
    countries: rows.flatMap(({ country, nationality }) => [...lands(nationality), ...lands(country)]),
    remarks: rows.find(({ remarks }) => remarks)?.remarks ?? '',
  });
}

/** OFSI wrote `Prime Alias` until 2014. */
const isAlias = ({ nameType }: Row) => !/^prim(?:ary|e)\b/i.test(nameType);
const isFormer = ({ nameType }: Row) => /^f\.?k\.?a/i.test(nameType);
const isWeak = (row: Row) => isAlias(row) && /^low/i.test(row.strength);
const nameOf = ({ surname, name1, name2, name3, name4, name5 }: Row) =>
  nameOfParts(surname, [name1, name2, name3, name4, name5]);

/** `28/04/1937`; unknown parts are `dd` and `mm`, or zeros. */
function bornOf(text: string): ListedBirthDate | null {
  const [, day, month, year] = /^(\d\d|dd)\/(\d\d|mm)\/(\d{4})$/i.exec(text.trim()) ?? [];
  const [one, two] = [Number(day) || null, Number(month) || null];
  const years = Number(year);
  return birthDateOf({ text, firstYear: years, lastYear: years, month: two, day: one, circa: false });
}

const distinctDates = (dates: readonly ListedBirthDate[]) => [...new Map(dates.map((one) => [one.text, one])).values()];
