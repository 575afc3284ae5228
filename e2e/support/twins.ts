import { STATEMENT_FORMATS } from '@tknest/contracts/api';
import type { Person } from '../../scripts/lib/platform-client.mjs';

/** One of two people who must not be told apart. Both have a session as investor and one as landlord. */
export interface Twin {
  investor: Person;
  landlord: Person;
  /** Words that name this twin or what is this twin's alone. */
  words: string[];
  /** What their pages and those about them are found by, in the same order for both. */
  properties: number[];
  payments: string[];
  runs: string[];
  documents: string[];
}

/** Ids and times, which differ between any two people. */
const IDS_AND_TIMES: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>'],
  [/\b([0-9A-Fa-f]{64}|[0-9a-f]{35}|[0-9a-f]{16})\b/g, '<hash>'],
  [/"(csrfToken|checkpoint|value)":"[^"]{40,}"/g, '<signed>'],
  [/"endsInSeconds":\d+/g, '<time>'],
  [/\b\d{14}\.000\b/g, '<time>'],
  // The business day on which a share is settled: days pass while it is.
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, '<time>'],
  [/(\\?)"(id|propertyId|ledgerIndex|ledger|position|index|revision|seq)\1":("[^"]*"|\d+)/g, '"$2":<id>'],
  [/(properties|property|loan|due|payback|propertyId)([/=-])\d+/g, '$1$2<id>'],
  // The sandbox's ledgers begin with 100,000.
  [/\b100\d{3}\b/g, '<ledger>'],
];

/** This month and the two after it, and their years. */
const MONTHS = [0, 1, 2].map((later) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later)).toISOString().slice(0, 7);
});
const PERIODS = [...new Set(MONTHS.map((month) => month.slice(0, 4))), ...MONTHS];

/** The words of a person and of their houses, longest first; files of banks cut an address short. */
const wordsOf = ({ words, investor: { address } }: Twin): RegExp =>
  new RegExp(
    [...words, `${address!.slice(0, 4)}…${address!.slice(-4)}`, `${address!.slice(0, 12)}\\w*`].join('|'),
    'g',
  );

/** A text without ids, times, and what names this twin or the other one. */
export function masked(text: string, twin: Twin, other: Twin): string {
  const nameless = text.replaceAll(wordsOf(twin), '<twin>').replaceAll(wordsOf(other), '<other>');
  return IDS_AND_TIMES.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), nameless);
}

/** The values that a place in the path of a call can have, about a twin. @throws if the place is unknown */
function valuesOf(path: string, place: string, twin: Twin): string[] {
  const properties = twin.properties.map(String);
  switch (place) {
    case 'wallet':
    case 'address':
    case 'walletAddress':
      return [twin.investor.address!];
    case 'paymentId':
      return twin.payments;
    case 'propertyId':
      return properties;
    case 'documentId':
      return twin.documents;
    case 'period':
      return PERIODS;
    case 'currency':
      return ['TKNEST'];
    case 'issuer':
      return [twin.investor.address!];
    case 'amount':
      return ['10'];
    case 'level':
    case 'index':
    case 'payloadUuid':
      return ['0'];
    case 'name':
      return path.includes('previews') ? properties.map((id) => `property-${id}`) : ['properties-1'];
    case 'id':
      if (/\/properties\//.test(path)) return properties;
      if (path.startsWith('/api/payouts')) return twin.runs;
      if (path.startsWith('/api/kyc/documents')) return twin.documents;
      if (/\/(admin|compliance|tokens)\//.test(path)) return ['0'];
  }
  throw new Error(`No value is known for {${place}} in ${path}: name one, so that the call is compared`);
}

/** A path with each value that its places can have. */
function filled(path: string, twin: Twin): string[] {
  let paths = [path];
  for (const [place, name] of path.matchAll(/\{(\w+)\}/g)) {
    const values = valuesOf(path, name!, twin);
    paths = paths.flatMap((one) => values.map((value) => one.replace(place, encodeURIComponent(value))));
  }
  if (path === '/api/statements/{period}')
    paths = paths.flatMap((one) => STATEMENT_FORMATS.map((format) => `${one}?format=${format}`));
  return paths;
}

/** What is a file of a compressed format: its words are those of the same answer as JSON. */
const COMPRESSED = /application\/(pdf|vnd|zip)|image\//;

interface Said {
  status: number;
  type: string;
  text: string;
}

async function ask(person: Person, path: string): Promise<Said> {
  const headers = new Headers(person.token ? { Authorization: `Bearer ${person.token}` } : {});
  const answer = await fetch(person.base + path, { headers });
  const type = answer.headers.get('content-type') ?? '';
  const text = await answer.text();
  return { status: answer.status, type, text: COMPRESSED.test(type) ? '' : text };
}

const HASH = /^[0-9a-f]{64}$/;
const isJson = ({ type }: Said) => /^application\/(problem\+)?json(;|$)/.test(type);

/** The whole answer; what has happened at the same time stands in any order. */
function whole(said: Said, twin: Twin, other: Twin): unknown {
  const { text, ...rest } = said;
  const sorted = (value: unknown): unknown => {
    // How many hashes prove an event depends on its place in the log.
    if (Array.isArray(value) && value.length > 0 && value.every((one) => HASH.test(String(one)))) return '<hashes>';
    if (Array.isArray(value))
      return value.map((one) => masked(JSON.stringify(sorted(one)), twin, other)).sort((a, b) => (a < b ? -1 : 1));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sorted(one)]));
  };
  const lines = isJson(said) ? [JSON.stringify(sorted(JSON.parse(text)))] : text.split('\n');
  return { ...rest, lines: lines.map((line) => masked(line, twin, other)).sort() };
}

/** The rows of an answer that name this twin and not the other, in any order; a running balance is of both. */
function rowsAbout(said: Said, twin: Twin, other: Twin): string[] {
  const [own, others] = [new RegExp(wordsOf(twin), ''), new RegExp(wordsOf(other), '')];
  const found: string[] = [];
  const take = (row: string): boolean => {
    if (!own.test(row) || others.test(row)) return false;
    found.push(masked(row, twin, other).replace(/"balance":"[^"]*"/, '<balance>'));
    return true;
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach((one) => take(JSON.stringify(one)) || walk(one));
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  if (isJson(said)) walk(JSON.parse(said.text));
  else said.text.split('\n').forEach(take);
  return found.sort();
}

export interface Compared {
  calls: number;
  /** Rows about a twin in answers that name both. */
  rows: number;
  /** Answers that were no refusal. */
  answered: number;
  differences: object[];
}

/**
 * Asks every path, filled with what is of each twin, as each twin and as everybody else.
 * @param paths with places in braces
 * @param forgets lets the limits of calls begin anew
 */
export async function compareTwins(
  twins: readonly [Twin, Twin],
  others: Readonly<Record<string, Person>>,
  paths: readonly string[],
  forgets: () => Promise<unknown>,
): Promise<Compared> {
  const [one, other] = twins;
  const compared: Compared = { calls: 0, rows: 0, answered: 0, differences: [] };
  const viewers: [string, Person, Person][] = [
    ['twin, as investor', one.investor, other.investor],
    ['twin, as landlord', one.landlord, other.landlord],
    ...Object.entries(others).map(([name, person]): [string, Person, Person] => [name, person, person]),
  ];
  for (const path of paths) {
    const [ofOne, ofOther] = [filled(path, one), filled(path, other)];
    if (ofOne.length !== ofOther.length) throw new Error(`${path} has another number of values for each twin`);
    for (const [viewer, asOne, asOther] of viewers)
      for (const [at, aboutOne] of ofOne.entries()) {
        await forgets();
        const said = [await ask(asOne, aboutOne), await ask(asOther, ofOther[at]!)] as const;
        compared.calls++;
        if (said[0].status < 400) compared.answered++;
        const isOneAnswer = asOne === asOther && aboutOne === ofOther[at];
        const told = isOneAnswer
          ? [rowsAbout(said[0], one, other), rowsAbout(said[0], other, one)]
          : [whole(said[0], one, other), whole(said[1], other, one)];
        if (isOneAnswer) compared.rows += (told[0] as string[]).length;
        if (JSON.stringify(told[0]) !== JSON.stringify(told[1]))
          compared.differences.push({ viewer, path: aboutOne, told });
      }
  }
  return compared;
}
