import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Screener } from '../screener.js';
import { countryCode } from './countries.js';
import { rowsOf } from './csv.js';
import { decoded } from './decoded.js';
import { parseEuList } from './eu-list.js';
import { readLists } from './list-files.js';
import { ListRefused } from './listed-party.js';
import { parseOfacList } from './ofac-list.js';
import { parseUkList } from './uk-list.js';
import { parseUnList } from './un-list.js';

const file = (name: string) => readFileSync(path.resolve('backend/test/data/screening/lists', name), 'utf8');
const none = () => undefined;
const years = ({ birthDates }: { birthDates: readonly { firstYear: number; lastYear: number; circa: boolean }[] }) =>
  birthDates.map(({ firstYear, lastYear, circa }) => [firstYear, lastYear, circa]);

describe('the list of the European Union', () => {
  it('is read as published: names by their parts, weak ones apart, birth dates, lands, programmes', async () => {
    const { parties, published } = await parseEuList('EU', file('eu.xml'), none);
    expect(published).toBe('2024-05-03');
    const [person, company] = parties;
    expect(person).toMatchObject({
      entityNumber: 'EU.27.28',
      type: 'individual',
      names: [
        { name: 'Specimen, Jon Abel', kind: 'primary' },
        { name: 'Джон Специмен', kind: 'alias' },
      ],
      weakAliases: ['Captain Sample'],
      programs: ['EXA'],
      countries: ['IQ', 'SY'],
      remarks: 'Deputy minister; Made up & not real',
    });
    expect(person!.birthDates[0]).toMatchObject({ month: 4, day: 28 });
    expect(years(person!)).toEqual([
      [1961, 1961, false],
      [1963, 1963, true],
    ]);
    expect(company).toMatchObject({ type: 'entity', names: [{ name: 'Placeholder Trading GmbH' }], countries: ['BY'] });
  });
});

describe('the list of the United Nations', () => {
  it('is read as published: names in their order, aliases by quality, dates of every kind', async () => {
    const { parties, published } = await parseUnList('UN', file('un.xml'), none);
    expect(published).toBe('2024-05-01');
    const [person, company] = parties;
    expect(person).toMatchObject({
      entityNumber: 'EXi.033',
      type: 'individual',
      names: [{ name: 'JON ABEL SPECIMEN' }, { name: 'جون سبيسيمن' }, { name: 'John Abel Sample', kind: 'alias' }],
      weakAliases: ['Abu Sample'],
      programs: ['Example'],
      countries: ['KP', 'SY'],
      remarks: 'Made up <for a test>',
    });
    expect(years(person!)).toEqual([
      [1961, 1961, false],
      [1960, 1962, false],
      [1963, 1963, true],
    ]);
    expect(company).toMatchObject({
      type: 'entity',
      names: [{ name: 'PLACEHOLDER TRADING' }, { name: 'Old Placeholder Bureau', kind: 'former' }],
      countries: ['RU'],
    });
  });
});

describe('the list of the United Kingdom', () => {
  it('is read as published: one party over several rows, below a line with its date', async () => {
    const { parties, published } = await parseUkList('UK', file('uk.csv'), none);
    expect(published).toBe('2024-05-03');
    const [person, company, ship] = parties;
    expect(person).toMatchObject({
      entityNumber: 'EXA0001',
      type: 'individual',
      names: [
        { name: 'SPECIMEN, Jon Abel', kind: 'primary' },
        { name: 'Джон Специмен', kind: 'alias' },
        { name: 'SAMPLE, John', kind: 'alias' },
      ],
      weakAliases: ['CAPTAIN SAMPLE'],
      programs: ['The Example (Sanctions) Regulations 2019'],
      countries: ['RU', 'SY'],
    });
    expect(person!.birthDates).toMatchObject([
      { firstYear: 1961, month: 4, day: 28 },
      { firstYear: 1963, month: null, day: null },
    ]);
    expect(company).toMatchObject({
      type: 'entity',
      names: [{ name: 'PLACEHOLDER TRADING "LTD"' }],
      countries: ['BY'],
    });
    expect(ship).toMatchObject({ type: 'vessel', names: [{ name: 'SAMPLE QUEEN' }] });
  });
  it('is read in the shape that OFSI gave it too, by the heads of its columns', async () => {
    const { parties, published } = await parseUkList('UK', file('uk-ofsi.csv'), none);
    expect([published, parties.length]).toEqual(['2024-05-03', 1]);
    expect(parties[0]).toMatchObject({
      entityNumber: '7001',
      names: [{ name: 'SPECIMEN, Jon' }, { name: 'OLDNAME, Jon', kind: 'former' }],
    });
  });
  it('of 2014 calls a main name a prime alias', async () => {
    const csv = file('uk-ofsi.csv').replaceAll('Primary name', 'Prime Alias');
    const { parties } = await parseUkList('UK', csv, none);
    expect(parties[0]!.names[0]).toEqual({ name: 'SPECIMEN, Jon', kind: 'primary' });
  });
  it('without its heads is refused', () =>
    expect(parseUkList('UK', 'SPECIMEN,Jon\r\n', none)).rejects.toThrow(ListRefused));
});

describe('a land as lists write it', () => {
  it.each([
    ['Russia', 'RU'],
    ['Russian Federation', 'RU'],
    ['Germany', 'DE'],
    ['Burma', 'MM'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['SY', 'SY'],
    ['00', null],
    ['Saint Kitts and Nevis', 'KN'],
    ['The Gambia', 'GM'],
    ['Virgin Islands, British', 'VG'],
    ['Virgin Islands, U.S.', 'VI'],
    ['Man, Isle of', 'IM'],
    ['Myanmar', 'MM'],
    ['Myanmar (Burma)', 'MM'],
    ['China, Hong Kong Special Administrative Region', 'HK'],
    ['Congo', 'CG'],
    ['possibly Pakistan', 'PK'],
    ['Cote d Ivoire', 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['Sao Tome and Principe', 'ST'],
    ['Saint Vincent and the Grenadines', 'VC'],
    ['Micronesia, Federated States of', 'FM'],
    ['Region: West Bank', 'PS'],
    ['Nowhere', null],
    ['constructor', null],
  ])('%s is %s', (text, code) => expect(countryCode(text)).toBe(code));

  it('is understood wherever a list in the repository names one', async () => {
    const named = new Set<string>();
    const addresses = readFileSync(path.resolve('sandbox/data/sanctions/ofac-2024-05-03/add.csv'), 'utf8');
    for await (const [, , , , country] of rowsOf(addresses)) if (country) named.add(country);
    for (const [, country] of file('un.xml').matchAll(/<COUNTRY>([^<]+)</g)) named.add(country!);
    for (const [, code] of file('eu.xml').matchAll(/countryIso2Code="([A-Z]{2})"/g)) named.add(code!);
    expect(named.size).toBeGreaterThan(150);
    const notUnderstood = [...named].filter((country) => countryCode(country) === null);
    // These name no country.
    expect(notUnderstood.sort()).toEqual(['Region: Commonwealth of Independent States', 'undetermined']);
  });
});

describe('several lists at once', () => {
  const ofac = `1,"SPECIMEN, Jon","individual","SDGT",${'-0- ,'.repeat(7)}"DOB 1961."\r\n`;
  const files: Record<string, string> = {
    'sdn.csv': ofac,
    'alt.csv': '',
    'eu.xml': file('eu.xml'),
    'uk.csv': file('uk.csv'),
    'un.xml': file('un.xml'),
  };
  const find = async (name: string) =>
    name in files ? { bytes: Buffer.from(files[name]!), changed: new Date('2024-05-02') } : null;

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('ÖZGÜR')],
    ['Windows-1252, as OFSI wrote until 2014', Buffer.from('ÖZGÜR', 'latin1')],
    ['UTF-16 with its mark', Buffer.from('\ufeffÖZGÜR', 'utf16le')],
  ])('have their letters in %s', (_, bytes) => expect(decoded('uk.csv', bytes)).toBe('ÖZGÜR'));
  it.each<[string, string, Buffer]>([
    ['XML that is not in the UTF-8 that it declares', 'un.xml', Buffer.from('<a>ÖZGÜR</a>', 'latin1')],
    ['bytes that Windows-1252 does not have', 'uk.csv', Buffer.from([0x8f, 0xd6])],
  ])('are refused with %s, since garbled names match nobody', (_, name, bytes) =>
    expect(() => decoded(name, bytes)).toThrow(ListRefused),
  );

  it('are one screening, and a person finds each entry under the name of its list', async () => {
    const lists = await readLists(find, new Date('2026-11-22'), none);
    expect(lists.map(({ name, published }) => [name, published])).toEqual([
      ['OFAC SDN', '2024-05-02'],
      ['EU', '2024-05-03'],
      ['UK', '2024-05-03'],
      ['UN', '2024-05-01'],
    ]);
    const screener = await Screener.of(lists, lists[0]!, none);
    const subject = { kind: 'individual' as const, names: ['Jon Specimen'], birthDate: null, countries: [] };
    expect(new Set(screener.screen(subject).hits.map(({ list }) => list))).toEqual(
      new Set(['OFAC SDN', 'EU', 'UK', 'UN']),
    );
  });
  it('an entry keeps its digest where its publisher only writes things in another order', async () => {
    const [first] = (await parseUkList('UK', files['uk.csv']!, none)).parties;
    const [date, heads, one, two, ...rest] = files['uk.csv']!.split('\r\n');
    const [turned] = (await parseUkList('UK', [date, heads, two, one, ...rest].join('\r\n'), none)).parties;
    expect(turned!.hash).toBe(first!.hash);
    const other = files['uk.csv']!.replace('28/04/1961', '28/04/1962');
    expect((await parseUkList('UK', other, none)).parties[0]!.hash).not.toBe(first!.hash);
  });
  it('one that is hostile or cut off is refused by its name, and with it the fetch', async () => {
    const half = { ...files, 'eu.xml': files['eu.xml']!.slice(0, 2_000) };
    const findHalf = async (name: string) =>
      name in half ? { bytes: Buffer.from(half[name as keyof typeof half]!), changed: new Date() } : null;
    await expect(readLists(findHalf, new Date(), none)).rejects.toThrow(/^The EU list cannot be read: /);
  });
});

const UK_NAMES = 'Unique ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5';

describe('names that are lost on the way', () => {
  it('an EU name that is said in one part, and not as a whole', async () => {
    const xml = `<export generationDate="2024-05-03"><sanctionEntity logicalId="1"><subjectType code="person"/>
      <nameAlias lastName="Specimen" firstName="" wholeName="" strong="true"/></sanctionEntity></export>`;
    expect((await parseEuList('EU', xml, none)).parties).toMatchObject([{ names: [{ name: 'Specimen' }] }]);
  });
  it('a UK party that is listed under weak names alone', async () => {
    const csv = `${UK_NAMES},Name type,Alias strength,Designation type\r\nX1,Specimen,,,,,,Alias,Low,Individual\r\n`;
    const weak = { names: [{ name: 'Specimen', kind: 'primary' }], weakAliases: [] };
    expect((await parseUkList('UK', csv, none)).parties).toMatchObject([weak]);
  });
  it('a UN party that is listed under weak names alone', async () => {
    const xml = `<CONSOLIDATED_LIST><INDIVIDUAL><REFERENCE_NUMBER>1</REFERENCE_NUMBER><INDIVIDUAL_ALIAS>
      <QUALITY>Low</QUALITY><ALIAS_NAME>Abu Sample</ALIAS_NAME></INDIVIDUAL_ALIAS></INDIVIDUAL></CONSOLIDATED_LIST>`;
    const weak = { names: [{ name: 'Abu Sample', kind: 'primary' }], weakAliases: [] };
    expect((await parseUnList('UN', xml, none)).parties).toMatchObject([weak]);
  });
  it('the given names of the UK list, where the head of their column was renamed', async () => {
    const csv = `${UK_NAMES.replace('Name 1', 'Given name')},Designation type\r\nX1,SPECIMEN,Jon,,,,,Individual\r\n`;
    await expect(parseUkList('UK', csv, none)).rejects.toThrow(ListRefused);
  });
});

describe('a list whose words are names of what every object has', () => {
  const WORDS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  /** A party of unknown type counts as a company, so that none is lost. */
  const expected = { type: 'entity', programs: ['__proto__'], countries: [] };
  it.each(WORDS)('%s is a word like any other in the files of OFAC', async (word) => {
    const parties = `1,"${word}","${word}","__proto__",${'-0- ,'.repeat(7)}"nationality ${word}; DOB ${word}."`;
    const files = { parties, aliases: `1,1,"${word}","Other ${word}",-0- `, addresses: '', comments: '' };
    const [party] = await parseOfacList('OFAC SDN', files, none);
    expect(party).toMatchObject(expected);
    expect(party!.names).toEqual([
      { name: word, kind: 'primary' },
      { name: `Other ${word}`, kind: 'alias' },
    ]);
  });
  it.each(WORDS)('%s is so in the UK list', async (word) => {
    const csv = `${UK_NAMES},Designation type,Regime Name,Nationality\r\n${word},${word},,,,,,${word},__proto__,${word}\r\n`;
    const [party] = (await parseUkList('UK', csv, none)).parties;
    expect(party).toMatchObject({ ...expected, entityNumber: word, names: [{ name: word }] });
  });
  it.each(WORDS)('%s is no kind of party in the list of the United Nations', async (word) => {
    const person = `<REFERENCE_NUMBER>1</REFERENCE_NUMBER><FIRST_NAME>${word}</FIRST_NAME>
      <UN_LIST_TYPE>__proto__</UN_LIST_TYPE><NATIONALITY><VALUE>${word}</VALUE></NATIONALITY>`;
    const all = (inside: string) => `<CONSOLIDATED_LIST>${inside}</CONSOLIDATED_LIST>`;
    const read = async (xml: string) => (await parseUnList('UN', xml, none)).parties;
    expect(await read(all(`<ENTITY>${person}</ENTITY>`))).toMatchObject([{ ...expected, names: [{ name: word }] }]);
    expect(await read(all(`<${word}>${person}</${word}>`))).toEqual([]);
    await expect(read(`<${word}>${person}</${word}>`)).rejects.toThrow(/not the list of the United Nations/);
  });
  it('whoever is called so is found by the name', async () => {
    const parties = WORDS.map(
      (word, at) => `${at + 1},"SPECIMEN, ${word}","individual","SDGT",${'-0- ,'.repeat(7)}-0- `,
    );
    const files = { parties: parties.join('\r\n'), aliases: '', addresses: '', comments: '' };
    const list = { name: 'OFAC SDN', published: '2024-05-03' as const, fetchedAt: '', sha256: 'a' };
    const lists = [{ ...list, parties: await parseOfacList(list.name, files, none) }];
    const screener = await Screener.of(lists, list, none);
    for (const [at, word] of WORDS.entries()) {
      const subject = { kind: 'individual' as const, names: [`${word} Specimen`], birthDate: null, countries: [] };
      expect(screener.screen(subject).hits[0]).toMatchObject({ entityNumber: `${at + 1}`, level: 'high' });
    }
  });
});

describe('a list that blocks', () => {
  it('the UK list with one party of very many rows is read in the time of its length', async () => {
    /** CPU time of this process only, so that other load on the machine makes no difference. */
    const costOf = async (rows: number) => {
      const csv = `${UK_NAMES},Designation type\r\n${'X1,Specimen,,,,,,Individual\r\n'.repeat(rows)}`;
      const before = process.cpuUsage();
      await parseUkList('UK', csv, none);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await costOf(5_000);
    // Eight times as long: eight times the work, not sixty-four times.
    expect(await costOf(40_000)).toBeLessThan(24 * (await costOf(5_000)));
  });
  it('lets others have their turn also where nothing in it is wanted', async () => {
    const xml = `<CONSOLIDATED_LIST>${'<OTHER a="1"><B>text</B></OTHER>'.repeat(100_000)}</CONSOLIDATED_LIST>`;
    let turns = 0;
    await parseUnList('UN', xml, () => void turns++);
    expect(turns).toBeGreaterThan(100);
  });
});
