/**
 * Spreadsheets treat a cell that begins with one of these as a formula (OWASP, ASVS 5.0 1.2.10); those of East Asia
 * also the full-width signs.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Marks the file as UTF-8: without it, Excel garbles names beyond ASCII. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One RFC 4180 row. A cell that could become a formula is prefixed with an apostrophe; plain numbers stay numbers. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The columns of an export: their headings, and how each cell is read from a row; empty where there is nothing. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null | undefined>>;

/** The first row of a file. */
export const headings = (columns: Columns<never>): string => BYTE_ORDER_MARK + csvRow(Object.keys(columns));

/** One row of a file. */
export const rowOf = <Row>(columns: Columns<Row>, row: Row): string =>
  csvRow(Object.values(columns).map((read) => String(read(row) ?? '')));

/** How many rows of an export are read at a time. */
export const EXPORT_ROWS = 2_000;

/**
 * An export of any length with the memory of one page: the headings, then page after page by key.
 * @param pageAfter returns the rows after the last written one, as many as requested; without one, the first rows
 */
export async function* csvFile<Row, Shown>(
  columns: Columns<Shown>,
  pageAfter: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  viewOf: (row: Row) => Shown,
): AsyncGenerator<string> {
  yield headings(columns);
  for (let last: Row | undefined, full = true; full;) {
    const rows = await pageAfter(last, EXPORT_ROWS);
    yield rows.map((row) => rowOf(columns, viewOf(row))).join('');
    full = rows.length === EXPORT_ROWS;
    last = rows.at(-1);
  }
}
