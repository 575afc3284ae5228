import { describe, expect, it } from '@jest/globals';
import { CsvError } from 'csv-parse';
import { compareBirthDate, parseBirthDate } from './birth-dates.js';
import { rowsOf } from './csv.js';
import { parseOfacList } from './ofac-list.js';

const ROW = (fields: string[]) => `${fields.join(',')}\r\n`;
const NULLS = Array.from({ length: 7 }, () => '-0- ');
const files = {
  parties:
    ROW(['36', '"AEROCARIBBEAN AIRLINES"', '-0- ', '"CUBA"', ...NULLS, '-0- ']) +
    ROW([
      '9535',
      '"EXAMPLE, Jon ""Big"" Abel"',
      '"individual"',
      '"SDGT] [IFSR"',
      ...NULLS,
      '"DOB 07 Oct 1952; alt. DOB circa 1960; nationality Iran; a.k.a. \'CAPTAIN\'; Passp"',
    ]) +
    '\x1a',
  aliases: ROW(['9535', '1', '"aka"', '"SAMPLE, John"', '-0- ']) + ROW(['777', '2', '"aka"', '"ORPHAN"', '-0- ']),
  addresses:
    ROW(['9535', '1', '"1 Road"', '"Damascus"', '"Syria"', '-0- ']) + ROW(['777', '2', '-0-', '-0-', '-0-', '-0-']),
  comments: ROW(['9535', '"ort K1 (Iran)."']),
};
const none = () => undefined;
async function read(text: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of rowsOf(text)) rows.push(row);
  return rows;
}

describe('an OFAC list as published', () => {
  it('has no header, CRLF, -0- with a blank for nothing, quotes inside quotes, and Ctrl-Z at its end', async () => {
    expect(await read('1,"a, ""b""" ,-0- \r\n2,c,\x1a')).toEqual([
      ['1', 'a, "b"', ''],
      ['2', 'c', ''],
    ]);
    expect(await read('1,a\n2,b\n')).toHaveLength(2);
    const parties = await parseOfacList('OFAC SDN', files, none);
    expect(parties.map(({ entityNumber, type }) => [entityNumber, type])).toEqual([
      ['36', 'entity'],
      ['9535', 'individual'],
    ]);
  });

  it('is refused where a field has no end, or goes on behind its quotes', async () => {
    for (const text of ['1,a\r\n2,"cut off', '1,"a" b,c\r\n']) await expect(read(text)).rejects.toThrow(CsvError);
  });

  it('is the same wherever the pieces end in which it is read', async () => {
    const long = 'x'.repeat(16 * 1024 - 20);
    for (let more = 0; more < 40; more++)
      expect((await read(`1,${long}${'y'.repeat(more)}\r\n2,"💥 ""é"" , ",-0- \r\n`))[1]).toEqual([
        '2',
        '💥 "é" ,',
        '',
      ]);
  });

  it('has several programs in one field, weak aliases, birth dates and nations in its remarks, which go on elsewhere', async () => {
    const [, party] = await parseOfacList('OFAC SDN', files, none);
    expect(party).toMatchObject({
      programs: ['SDGT', 'IFSR'],
      weakAliases: ['CAPTAIN'],
      countries: ['IR', 'SY'],
      birthDates: [
        { firstYear: 1952, month: 10, day: 7 },
        { firstYear: 1960, circa: true },
      ],
    });
    expect(party!.remarks).toMatch(/Passport K1 \(Iran\)\.$/);
  });

  it('leaves out aliases and addresses of entries that it does not have', async () => {
    const parties = await parseOfacList('OFAC SDN', files, none);
    expect(parties.flatMap(({ names }) => names.map(({ name }) => name))).toEqual([
      'AEROCARIBBEAN AIRLINES',
      'EXAMPLE, Jon "Big" Abel',
      'SAMPLE, John',
    ]);
  });

  it('gives an entry another digest as soon as it says anything else of it, and of that entry alone', async () => {
    const before = await parseOfacList('OFAC SDN', files, none);
    const after = await parseOfacList('OFAC SDN', { ...files, aliases: files.aliases.replace('John', 'Jonas') }, none);
    expect(after[0]!.hash).toBe(before[0]!.hash);
    expect(after[1]!.hash).not.toBe(before[1]!.hash);
  });
});

describe('a birth date', () => {
  it.each([
    ['07 Oct 1952', '1952-10-07', 'same'],
    ['07 Oct 1952', '1952-07-10', 'same'],
    ['07 Oct 1952', '1953-01-01', 'near'],
    ['07 Oct 1952', '1956-10-07', 'differs'],
    ['Oct 1952', '1952-10-31', 'same'],
    ['1952', '1952-03-31', 'same'],
    ['circa 1960', '1964-03-31', 'near'],
    ['1950 to 1952', '1951-03-31', 'same'],
    ['circa 1958-1963', '1960-03-31', 'same'],
  ])('listed as %s, and entered as %s: %s', (listed, entered, agreement) =>
    expect(compareBirthDate(entered, [parseBirthDate(listed)!])).toBe(agreement),
  );
  it('that the list does not give says nothing; of several the closest counts', () => {
    expect(compareBirthDate('1952-10-07', [])).toBe('unknown');
    const two = ['1930', '07 Oct 1952'].map((text) => parseBirthDate(text)!);
    expect(compareBirthDate('1952-10-07', two)).toBe('same');
    expect(parseBirthDate('unknown')).toBeNull();
  });
});
