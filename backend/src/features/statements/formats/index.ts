import type { StatementFormat, StatementView } from '@tknest/contracts/api';
import { camt053 } from './camt053.js';
import { csv } from './csv.js';
import type { FormattedStatement } from './words.js';
import { journal } from './journal.js';
import { jsonl } from './jsonl.js';
import { ofx } from './ofx.js';
import { pdf } from './pdf.js';
import { xlsx } from './xlsx.js';

export type { FormattedStatement } from './words.js';

/** How a statement becomes a file, by format; `json` is the answer itself. */
export const FORMATS: Record<
  Exclude<StatementFormat, 'json'>,
  (statement: StatementView) => FormattedStatement | Promise<FormattedStatement>
> = { pdf, csv, xlsx, ofx, camt053, jsonl, journal };
