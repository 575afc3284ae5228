/** A check and its result. */
export interface Finding {
  level: 'ok' | 'warning' | 'failure';
  subject: string;
  /** The result; if something is wrong, also what to do. */
  words: string;
}

export const ok = (subject: string, words: string): Finding => ({ level: 'ok', subject, words });
export const warning = (subject: string, words: string): Finding => ({ level: 'warning', subject, words });
export const failure = (subject: string, words: string): Finding => ({ level: 'failure', subject, words });

/** How long any checked service may take to answer, in milliseconds. */
export const ANSWER_MS = 8_000;

/** The reason as a message, without parts that could contain a secret. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown };
  if (cause) return reasonOf(cause);
  if (code === 'ECONNREFUSED') return 'nothing is listening there';
  if (code === 'ENOTFOUND') return 'the host does not exist';
  if (code === 'ETIMEDOUT' || (error as Error).name === 'TimeoutError') return 'no answer in time';
  return message || code || 'no reason was given';
}

const MARKS = { ok: ' ok ', warning: 'warn', failure: 'FAIL' } as const;

/** One line per finding; those that need action come last. */
export function reportOf(findings: readonly Finding[]): string {
  const order = Object.keys(MARKS);
  const sorted = [...findings].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const width = Math.max(...sorted.map(({ subject }) => subject.length));
  return sorted.map(({ level, subject, words }) => `[${MARKS[level]}] ${subject.padEnd(width)}  ${words}`).join('\n');
}
