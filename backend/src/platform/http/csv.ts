/** A spreadsheet takes a cell that begins with one of these for a formula (OWASP, ASVS 5.0 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Tells a spreadsheet that the file is UTF-8: Excel reads names beyond ASCII wrongly without it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One RFC 4180 row. What could become a formula gets an apostrophe in front; plain numbers stay numbers. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
