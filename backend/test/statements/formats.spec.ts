import { describe, expect, it } from '@jest/globals';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import readXlsxFile, { readSheet } from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { validateXML } from 'xmllint-wasm';
import { CSV_ROWS_MAX } from '#features/statements/formats/csv.js';
import { inCents } from '#features/statements/formats/cents.js';
import { FORMATS } from '#features/statements/formats/index.js';
import { CAMT_SCHEMA } from './camt053.xsd.js';
import { EMPTY, NOVEMBER, statementOf, type Written } from './statement.js';

const sum = (amounts: readonly string[]): string =>
  toDecimal(amounts.reduce((total, one) => total + parseRlusd(one), 0n));
const CHANGE = sum(NOVEMBER.movements.map(({ amount }) => amount));
const textOf = async (format: keyof typeof FORMATS, statement = NOVEMBER) => {
  const { body, name } = await FORMATS[format](statement);
  return { text: body.toString('utf8'), name };
};

/** A reader from Debian's packages; if it is not installed, its tests are skipped. */
const isInstalled = (reader: string) => spawnSync(reader, ['--version']).error === undefined;

describe('a statement as CSV', () => {
  const read = (text: string) =>
    parse<Record<string, string>>(text, { columns: true, bom: true, record_delimiter: '\r\n' });

  it('adds up to the change, with a line for each account that an amount goes to', async () => {
    const rows = read((await textOf('csv')).text);
    expect(sum(rows.map(({ Amount }) => Amount!))).toBe(CHANGE);
    expect(rows.filter(({ Date }) => Date === '2026-11-03').map(({ Type, Amount }) => [Type, Amount])).toEqual([
      ['rent_share:interest', '2.654321'],
      ['rent_share:principal', '10.986913'],
      ['rent_share:fee', '-0.3'],
    ]);
  });
  it('is no formula, whatever a property is called', async () => {
    const rows = read((await textOf('csv')).text);
    expect(rows.map(({ Property }) => Property)).toContain(`'=Žižka & "Söhne" <Terrace>; #1 | 東京`);
  });
  it('comes as several files where one would be too long, with nothing lost', async () => {
    const many = statementOf(
      Array.from({ length: CSV_ROWS_MAX * 2 }, (): Written => ({ type: 'direct_payment', amount: '0.000001' })),
    );
    const { body, name, type } = await FORMATS.csv(many);
    expect([name, type]).toEqual(['statement-2026-11-csv.zip', 'application/zip']);
    const files = Object.values(unzipSync(body)).map((file) => Buffer.from(file).toString('utf8'));
    const rows = files.map(read);
    expect(rows.map(({ length }) => length)).toEqual([999, 999, 2]);
    expect(sum(rows.flat().map(({ Amount }) => Amount!))).toBe('0.002');
    expect((await FORMATS.csv(many)).body.equals(body)).toBe(true);
  });
  it('of nothing still names its columns', async () => {
    expect((await textOf('csv', EMPTY)).text).toBe(
      '\uFEFFDate,Description,Amount,Currency,Type,Property,Tokens,Counterparty,Reference,Ledger,Recorded\r\n',
    );
  });
});

describe('a statement as a workbook', () => {
  it('holds the sums and every movement as numbers', async () => {
    const { body } = await FORMATS.xlsx(NOVEMBER);
    const sheets = await readXlsxFile(body);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Summary', 'Movements', 'Holdings']);
    const rows = (await readSheet(body, 'Movements')).slice(1);
    expect(rows.map((row) => row[3])).toEqual(NOVEMBER.movements.map(({ amount }) => Number(amount)));
    expect(rows[3]![2]).toBe('=Žižka & "Söhne" <Terrace>; #1 | 東京, 20 tokens');
    const summary = Object.fromEntries((await readSheet(body, 'Summary')).map(([name, value]) => [name, value]));
    expect(summary).toMatchObject({
      'Received minus paid, at the start': 12.345678,
      'Received minus paid, at the end': Number(NOVEMBER.closing),
      Interest: 9.53932,
    });
    expect((await readSheet(body, 'Holdings'))[1]).toEqual(['Sample Court', 5, 500, 489.013087]);
  });
});

describe('a statement as a workbook of a name with control characters', () => {
  it('opens, without them', async () => {
    const named = statementOf([{ type: 'fee', amount: '-1', property: { id: 1, name: 'Sample\u0000\u0007 Court' } }]);
    const { body } = await FORMATS.xlsx(named);
    expect((await readSheet(body, 'Movements'))[1]![2]).toContain('Sample Court');
  });
});

describe('a statement in cents', () => {
  it('leads from opening to closing, whatever the amounts are', () => {
    const micro = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map(toDecimal);
    fc.assert(
      fc.property(fc.array(micro, { maxLength: 60 }), micro, (amounts, opening) => {
        const statement = statementOf(
          amounts.map((amount) => ({ type: 'direct_payment', amount })),
          { opening },
        );
        const { opening: from, closing, entries } = inCents(statement);
        expect(from + entries.reduce((total, one) => total + one.cents, 0n)).toBe(closing);
        // No amount is off by more than half a cent, and no rounding is more than one.
        const stated = entries.filter(({ isRounding }) => !isRounding);
        expect(stated).toHaveLength(amounts.length);
        const off = stated.map((one) => one.cents * 10_000n - parseRlusd(one.movement.amount));
        expect(off.every((micros) => micros <= 5_000n && micros >= -5_000n)).toBe(true);
        for (const { isRounding, cents } of entries) if (isRounding) expect([1n, -1n]).toContain(cents);
      }),
    );
  });
  it('states nothing twice to an importer that knows entries by their references, however periods overlap', async () => {
    const micro = fc.bigInt({ min: -(10n ** 8n), max: 10n ** 8n }).map(toDecimal);
    await fc.assert(
      fc.asyncProperty(
        fc.array(micro, { minLength: 1, maxLength: 24 }),
        fc.array(fc.nat(24)),
        micro,
        async (amounts, ends, opening) => {
          const year = statementOf(
            amounts.map((amount) => ({ type: 'direct_payment', amount })),
            { opening },
          );
          const parts = [...ends, 24].map((end) => {
            const movements = year.movements.slice(0, end);
            return { ...year, movements, closing: sum([opening, ...movements.map(({ amount }) => amount)]) };
          });
          for (const entriesIn of [ofxEntries, camtEntries]) {
            const books = new Map<string, bigint>();
            for (const part of parts)
              for (const [reference, cents] of await entriesIn(part)) {
                expect(books.get(reference) ?? cents).toBe(cents);
                books.set(reference, cents);
              }
            const { opening: from, closing } = inCents(year);
            expect(from + [...books.values()].reduce((total, cents) => total + cents, 0n)).toBe(closing);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
  it('rounds a payment and its refund alike', () => {
    const { entries } = inCents(
      statementOf([
        { type: 'purchase', amount: '-0.005' },
        { type: 'refund', amount: '0.005' },
      ]),
    );
    expect(entries.map(({ cents }) => cents)).toEqual([-1n, 1n]);
  });
});

/** The texts of all elements with this name. */
const tags = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text!);

/** The entries of a file as an importer keeps them: by reference, signed, in cents. */
async function ofxEntries(statement: typeof NOVEMBER): Promise<[string, bigint][]> {
  const { text } = await textOf('ofx', statement);
  const amounts = tags(text, 'TRNAMT').map((one) => BigInt(one.replace('.', '')));
  return tags(text, 'FITID').map((reference, at) => [reference, amounts[at]!]);
}
async function camtEntries(statement: typeof NOVEMBER): Promise<[string, bigint][]> {
  const { text } = await textOf('camt053', statement);
  return [...text.matchAll(/<Ntry>.*?<\/Ntry>/gs)].map(([entry]) => {
    const [amount, sign, reference] = ['Amt', 'CdtDbtInd', 'AcctSvcrRef'].map((name) => tags(entry, name)[0]);
    expect(reference!.length).toBeLessThanOrEqual(35);
    return [reference!, BigInt(amount!.replace('.', '')) * (sign === 'DBIT' ? -1n : 1n)];
  });
}

describe('a statement as OFX', () => {
  it('adds up to its balance, with each movement known by its own id', async () => {
    const { text } = await textOf('ofx');
    const { opening, closing } = inCents(NOVEMBER);
    const moved = tags(text, 'TRNAMT').reduce((total, one) => total + BigInt(one.replace('.', '')), 0n);
    expect(moved).toBe(closing - opening);
    expect(tags(text, 'BALAMT')).toEqual(['-1590.56']);
    expect(new Set(tags(text, 'FITID')).size).toBe(inCents(NOVEMBER).entries.length);
    expect(tags(text, 'NAME')).toContain('Rounding to cents');
    expect(tags(text, 'MEMO').every((memo) => memo.length <= 255)).toBe(true);
    // Readers of OFX support no other entities.
    expect(text.match(/&(?!amp;|lt;|gt;)/g)).toBeNull();
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<\?OFX OFXHEADER="200" VERSION="220" /);
  });
});

(isInstalled('ofxdump') ? describe : describe.skip)('a statement as ofxdump reads it', () => {
  it('has every movement with its amount, and the closing as its balance', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'statement-')), 'statement.ofx');
    const { body } = await FORMATS.ofx(NOVEMBER);
    writeFileSync(file, body);
    const { stdout } = spawnSync('ofxdump', [file], { encoding: 'utf8' });
    const { entries, opening, closing } = inCents(NOVEMBER);
    const read = [...stdout.matchAll(/Total money amount: +(-?[\d.]+)/g)].map(([, amount]) => amount);
    expect(read.length).toBe(entries.length);
    const cents = read.reduce((total, one) => total + BigInt(one!.replace('.', '')), 0n);
    expect(cents).toBe(closing - opening);
    rmSync(path.dirname(file), { recursive: true });
  });
});

describe('a statement as camt.053', () => {
  const problems = async (xml: string) =>
    (await validateXML({ xml: [{ fileName: 'statement.xml', contents: xml }], schema: [CAMT_SCHEMA] })).errors;

  it.each([
    ['of a month', NOVEMBER],
    ['of nothing', EMPTY],
    ['that is not over', statementOf([{ type: 'fee', amount: '-1' }], { running: true })],
    [
      'of a name that XML cannot hold',
      statementOf([{ type: 'fee', amount: '-1', property: { id: 1, name: 'a\u0000\u{FFFE}b' } }]),
    ],
  ])('%s holds to the schema', async (_, statement) => {
    expect(await problems((await textOf('camt053', statement)).text)).toEqual([]);
  });
  it('is refused by the schema where an element is out of its place', async () => {
    const { text } = await textOf('camt053');
    expect(await problems(text.replace('<Sts>', '<BookgDt><Dt>2026-11-01</Dt></BookgDt><Sts>'))).not.toEqual([]);
  });
  it('names the wallet and how far its log goes, so that files of one period differ', async () => {
    const { text } = await textOf('camt053');
    expect(/<Stmt>\s*<Id>([^<]+)</.exec(text)?.[1]).toMatch(/^2026-11-\d+-rPT1Sjq/);
  });
  it('leads from the opening balance to the closing one', async () => {
    const { text } = await textOf('camt053');
    const amounts = [...text.matchAll(/<Amt Ccy="USD">([\d.]+)<\/Amt>\s*<CdtDbtInd>(\w+)</g)].map(
      ([, amount, sign]) => BigInt(amount!.replace('.', '')) * (sign === 'DBIT' ? -1n : 1n),
    );
    const [opening, closing, ...entries] = amounts;
    expect(opening! + entries.reduce((total, one) => total + one, 0n)).toBe(closing);
    expect(tags(text, 'NbOfNtries')).toEqual([String(entries.length)]);
  });
});

describe('a statement in any format', () => {
  it.each([
    ['csv', /^2026-11-03,/m],
    ['ofx', /<DTPOSTED>20261103</],
    ['camt053', /<BookgDt>\s*<Dt>2026-11-03</],
    ['journal', /^2026-11-03 \* /m],
  ] as const)('dates its movements by the business calendar: %s', async (format, date) => {
    expect((await textOf(format)).text).toMatch(date);
  });
});

describe('a statement as lines and as a journal', () => {
  it('says in JSON lines what the statement says', async () => {
    const [frame, ...lines] = (await textOf('jsonl')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { movements, ...rest } = NOVEMBER;
    expect(frame).toEqual({ kind: 'statement', ...rest });
    expect(lines).toEqual(movements.map((one) => ({ kind: 'movement', ...one })));
  });
  it('balances each transaction of the journal, and asserts the closing', async () => {
    const { text } = await textOf('journal');
    const transactions = text.split('\n\n').slice(1, -1);
    const [opening, ...movements] = transactions;
    expect(movements).toHaveLength(NOVEMBER.movements.length);
    expect(opening).toMatch(/Opening\n {4}assets:platform:rlusd {2}= [\d.-]+ RLUSD\n {4}equity:opening$/);
    for (const one of movements)
      expect(sum([...one.matchAll(/ {2}(-?[\d.]+) RLUSD/g)].map(([, amount]) => amount!))).toBe('0');
    expect(text).toContain(`= ${NOVEMBER.closing} RLUSD`);
  });
});

(isInstalled('hledger') ? describe : describe.skip)('a journal as hledger reads it', () => {
  const december = statementOf([{ type: 'deposit', amount: '-1.000001' }], {
    period: '2026-12',
    from: '2026-12-01' as const,
    to: '2026-12-31' as const,
    opening: NOVEMBER.closing,
  });
  december.movements = december.movements.map((one) => ({ ...one, date: '2026-12-24' as const }));
  const balanceOf = async (...statements: (typeof NOVEMBER)[]) => {
    const journals = await Promise.all(statements.map(async (one) => (await textOf('journal', one)).text));
    const asked = ['-f-', 'balance', 'assets:platform', '--no-total', '--format', '%(total)'];
    const { stdout, stderr } = spawnSync('hledger', asked, { input: journals.join('\n'), encoding: 'utf8' });
    return stderr || stdout.trim();
  };

  it('has the closing as its balance, alone and after the month before it, which it does not count twice', async () => {
    expect(await balanceOf(NOVEMBER)).toBe(`${NOVEMBER.closing} RLUSD`);
    expect(await balanceOf(december)).toBe(`${december.closing} RLUSD`);
    expect(await balanceOf(NOVEMBER, december)).toBe(`${december.closing} RLUSD`);
  });
  it('of a month to date is refused beside that of the month, instead of counting twice', async () => {
    const movements = NOVEMBER.movements.slice(0, 2);
    const closing = sum([NOVEMBER.opening, ...movements.map(({ amount }) => amount)]);
    const toDate = { ...NOVEMBER, movements, closing, running: true };
    expect(await balanceOf(toDate)).toBe(`${closing} RLUSD`);
    expect(await balanceOf(toDate, NOVEMBER)).toMatch(/balance assertion/i);
  });
});

describe('a refund in a journal', () => {
  it('takes tokens back where it is of a property, and none where it is of a payment between two people', async () => {
    const back = (property: { id: number; name: string } | null): Written => ({
      type: 'refund',
      amount: '5',
      property,
    });
    const { text } = await textOf('journal', statementOf([back({ id: 1, name: 'Sample Court' }), back(null)]));
    expect(text.match(/^ +(?!assets:platform|equity:opening)\S.* -5 RLUSD$/gm)).toEqual([
      '    assets:tokens:Sample Court  -5 RLUSD',
      '    equity:transfers  -5 RLUSD',
    ]);
  });
});

describe('a statement as PDF', () => {
  const read = async (body: Buffer) => extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: true });

  it('says what the statement says, also of names in other letters', async () => {
    const { body } = await FORMATS.pdf(NOVEMBER);
    const { text } = await read(body);
    for (const words of [
      'Statement 2026-11',
      'Received minus paid, at the end',
      'It is not the balance of your wallet.',
      '60.226233',
      '9.53932',
      'Purchase',
      '−500.00',
      '489.013087',
      'seal c81e9b0f',
      'November 1, 2026 to November 30, 2026',
      'interest 2.654321, returned principal 10.986913, platform fee −0.30',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/Žižka & "Söhne" <Terrace>.*Dong ?Jing/);
  });
  it('has the columns and totals of the page, for an investor and for a landlord', async () => {
    const year = { period: '2026', from: '2026-01-01', to: '2026-12-31' } as const;
    const rent = { type: 'rent_share', amount: '9', interest: '4', principal: '7', fee: '2' } as const;
    const { text } = await read((await FORMATS.pdf(statementOf([rent], year))).body);
    expect(text).toMatch(/Month\s+Rent\s+Interest\s+Principal\s+Net change/);
    expect(text).toMatch(/November\s+9\.00\s+4\.00\s+7\.00\s+\+9\.00/);
    const sold = statementOf([
      { type: 'purchase', amount: '500' },
      { type: 'repayment', amount: '-60.5' },
    ]);
    const landlord = (await read((await FORMATS.pdf(sold)).body)).text;
    expect(landlord).toMatch(/Change in this period\s+\+439\.50/);
    expect(landlord).toMatch(/Tokens sold\s+500\.00/);
    expect(landlord).toMatch(/Repaid\s+60\.50/);
    const rows = await readSheet((await FORMATS.xlsx(sold)).body, 'Summary');
    expect(Object.fromEntries(rows)).toMatchObject({ 'Tokens sold': 500, Repaid: 60.5 });
    // What only an investor can have is not stated to a landlord as 0.00.
    for (const never of ['Rent received', 'Interest', 'Returned principal', 'Tokens bought']) {
      expect(landlord).not.toContain(never);
      expect(Object.fromEntries(rows)).not.toHaveProperty(never);
    }
  });
  it('is the same file each time, and another one for other words', async () => {
    const hash = async (statement = NOVEMBER) =>
      createHash('sha256')
        .update((await FORMATS.pdf(statement)).body)
        .digest('hex');
    expect(await hash()).toBe(await hash());
    expect(await hash({ ...NOVEMBER, closing: '1' })).not.toBe(await hash());
  });
  it('of a year has twelve months, and of a long month as many pages as it needs', async () => {
    const year = { ...NOVEMBER, period: '2026', from: '2026-01-01' as const, to: '2026-12-31' as const };
    const { text } = await read((await FORMATS.pdf(year)).body);
    for (const month of ['January', 'November', 'December']) expect(text).toContain(month);
    const long = statementOf(Array.from({ length: 200 }, (): Written => ({ type: 'deposit', amount: '-1' })));
    const pages = await read((await FORMATS.pdf(long)).body);
    expect(pages.totalPages).toBeGreaterThan(4);
    expect(pages.text.match(/Deposit\b/g)).toHaveLength(200);
    expect(pages.text).toContain(`${pages.totalPages} of ${pages.totalPages}`);
  });
  it('leaves others their turn while it is made, however long it is', async () => {
    const long = statementOf(Array.from({ length: 1_000 }, (): Written => ({ type: 'deposit', amount: '-1' })));
    let [isMade, turns] = [false, 0];
    const making = Promise.resolve(FORMATS.pdf(long)).then(() => (isMade = true));
    for (; !isMade; turns++) await setImmediate();
    await making;
    expect(turns).toBeGreaterThan(40);
  });
  it('of a month that runs says to which day it goes, and when it was made', async () => {
    const soFar = { to: '2026-11-20', at: '2026-11-21T01:30:00.000Z' } as const;
    const { text } = await read((await FORMATS.pdf({ ...EMPTY, running: true, soFar })).body);
    expect(text).toContain('November 1, 2026 to November 20, 2026, month to date');
    expect(text).toContain('Made Nov 21, 2026, 01:30:00 UTC');
  });
  it('of nothing says so, with 0.00', async () => {
    const { text } = await read((await FORMATS.pdf(EMPTY)).body);
    expect(text).toMatch(/Nothing moved in this period\..*Change in this period\s+0\.00/s);
  });
});
