import type { StatementView } from '@tknest/contracts/api';
import { fileNameOf, type FormattedStatement } from './words.js';

/** The statement's header in the first line, then one movement per line, for programs that stream their input. */
export function jsonl(statement: StatementView): FormattedStatement {
  const { movements, ...frame } = statement;
  const lines = [{ kind: 'statement', ...frame }, ...movements.map((one) => ({ kind: 'movement', ...one }))];
  return {
    body: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    type: 'application/jsonl; charset=utf-8',
    name: `${fileNameOf(statement)}.jsonl`,
  };
}
