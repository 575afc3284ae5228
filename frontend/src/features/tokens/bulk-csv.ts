import type { BulkRow } from '@tknest/contracts/api';

/** Rows of `wallet, amount`, one a line; a first line of words is a heading. Commas, semicolons and tabs divide. */
export function rowsOfCsv(text: string): BulkRow[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const rows = lines.filter(Boolean).map((line) => {
    const [recipientAddress = '', amount = ''] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
    return { recipientAddress, amount };
  });
  const hasHeading = rows[0] !== undefined && !/\d/.test(rows[0].amount);
  return hasHeading ? rows.slice(1) : rows;
}
