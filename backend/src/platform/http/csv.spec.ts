import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { BYTE_ORDER_MARK, csvFile, csvRow, EXPORT_ROWS } from './csv.js';

/** Reads one row according to RFC 4180. */
const read = (row: string): string[] => parse(row, { record_delimiter: '\r\n' })[0]!;

describe('a row of the export', () => {
  it.each([
    ['=HYPERLINK("https://example.com")', `"'=HYPERLINK(""https://example.com"")"`],
    ['+1 555 0100', "'+1 555 0100"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\tTab', "'\tTab"],
    ['\rReturn', `"'\rReturn"`],
  ])('does not let %j become a formula', (cell, written) => expect(csvRow([cell])).toBe(`${written}\r\n`));

  it.each(['-12.5', '0', '1000000', '3.007'])('leaves the number %s a number', (number) =>
    expect(csvRow([number])).toBe(`${number}\r\n`),
  );

  it('says the same to whoever reads it, but for the apostrophe', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('a,b', 'say "x"', 'two\r\nlines', '', 'Résidence Éluard'));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
        expect(read(csvRow(cells)).map((text, index) => (text === `'${cells[index]}` ? cells[index] : text))).toEqual(
          cells,
        );
      }),
    );
  });
});

describe('an export', () => {
  it.each([0, 1, EXPORT_ROWS - 1, EXPORT_ROWS, EXPORT_ROWS + 1, 2 * EXPORT_ROWS])(
    'of %i rows has each once, read page after page',
    async (count) => {
      const asked: (number | undefined)[] = [];
      const after = async (last?: number) => {
        asked.push(last);
        const first = last === undefined ? 0 : last + 1;
        return Array.from({ length: Math.min(EXPORT_ROWS, count - first) }, (_, index) => first + index);
      };
      let file = '';
      for await (const part of csvFile({ Number: (row: number) => row }, after, (row) => row)) file += part;
      expect(file).toBe(BYTE_ORDER_MARK + ['Number', ...Array(count).keys(), ''].join('\r\n'));
      expect(asked).toHaveLength(Math.floor(count / EXPORT_ROWS) + 1);
    },
  );
});
