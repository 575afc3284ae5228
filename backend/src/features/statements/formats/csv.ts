import type { StatementView } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { zipSync, type Zippable } from 'fflate';
import { headings, rowOf, type Columns } from '#platform/http/csv.js';
import { detailOf, entriesOf, fileNameOf, type Entry, type FormattedStatement } from './words.js';

/** The most rows of one file, including the heading: QuickBooks Online accepts at most 1,000. */
export const CSV_ROWS_MAX = 1000;

const COLUMNS: Columns<Entry> = {
  Date: ({ movement }) => movement.date,
  Description: ({ what, movement }) => [what, detailOf(movement)].filter(Boolean).join(', '),
  Amount: ({ amount }) => amount,
  Currency: () => 'RLUSD',
  Type: ({ part, movement: { type } }) => (part ? `${type}:${part}` : type),
  Property: ({ movement: { property } }) => property && propertyName(property),
  Tokens: ({ movement }) => movement.tokens,
  Counterparty: ({ movement }) => movement.counterparty,
  Reference: ({ movement }) => movement.txHash,
  Ledger: ({ movement }) => movement.ledgerIndex,
  Recorded: ({ movement }) => movement.at,
};
/** The earliest time in ZIP; a fixed time, so that the same statement gives the same bytes. */
const ZIP_DATE = '1980-01-01T00:00:00';

/**
 * A line for each amount that is booked to its own account, with date, description and signed amount first, as
 * accounting programs import it. If there are more lines than one import accepts, a ZIP with several files.
 */
export function csv(statement: StatementView): FormattedStatement {
  const rows = entriesOf(statement).map((entry) => rowOf(COLUMNS, entry));
  const files = chunks(rows, CSV_ROWS_MAX - 1).map((part) => headings(COLUMNS) + part.join(''));
  const name = fileNameOf(statement);
  if (files.length === 1) return { body: Buffer.from(files[0]!), type: 'text/csv; charset=utf-8', name: `${name}.csv` };
  const zip: Zippable = {};
  files.forEach((text, n) => {
    zip[`${name}-${n + 1}-of-${files.length}.csv`] = [Buffer.from(text), { mtime: ZIP_DATE }];
  });
  return { body: Buffer.from(zipSync(zip)), type: 'application/zip', name: `${name}-csv.zip` };
}

/** At least one file, even without rows, because an empty file still has its column headings. */
function chunks<T>(all: T[], size: number): T[][] {
  const count = Math.max(1, Math.ceil(all.length / size));
  return Array.from({ length: count }, (_, n) => all.slice(n * size, (n + 1) * size));
}
