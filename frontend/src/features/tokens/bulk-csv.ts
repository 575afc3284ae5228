import type { BulkRow } from '@tknest/contracts/api';

/** A cell, in quotes or without. */
const CELL = /"((?:[^"]|"")*)"|([^"]+)/;
const ADDRESS = /^r\w{20,}$/;

/** The separators of this list's cells: an amount may contain a comma. */
const dividerOf = (text: string): string => [...'\t;'].find((sign) => text.includes(sign)) ?? ',';

/**
 * Rows of `wallet, amount`, one per line; a first line of words is a heading. Everything after the wallet is the
 * amount, unparsed, so that an invalid amount is reported.
 */
export function rowsOfCsv(text: string): BulkRow[] {
  const divider = dividerOf(text);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const rows = lines.filter(Boolean).map((line) => {
    const at = line.indexOf(divider);
    const [wallet, amount] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    return { recipientAddress: bare(wallet), amount: bare(amount) };
  });
  const [first] = rows;
  const hasHeading = first !== undefined && !/\d/.test(first.amount) && !ADDRESS.test(first.recipientAddress);
  return hasHeading ? rows.slice(1) : rows;
}

function bare(cell: string): string {
  const [whole, quoted] = CELL.exec(cell.trim()) ?? [];
  return whole === cell.trim() && quoted !== undefined ? quoted.replaceAll('""', '"').trim() : cell.trim();
}
