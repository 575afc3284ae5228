import type { StatementView } from '@tknest/contracts/api';
import { fileNameOf, type FormattedStatement } from './words.js';

/** The statement's frame in the first line, then a movement a line, for programs that read as they go. */
export function jsonl(statement: StatementView): FormattedStatement {
  const { movements, ...frame } = statement;
  const lines = [{ kind: 'statement', ...frame }, ...movements.map((one) => ({ kind: 'movement', ...one }))];
  return {
    body: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    type: 'application/jsonl; charset=utf-8',
    name: `${fileNameOf(statement)}.jsonl`,
  };
}
