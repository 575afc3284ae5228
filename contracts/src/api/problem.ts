/** RFC 9457 problem details. `title` is the HTTP status text, `detail` the message for people. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** For support: the log has the same id beside the error. */
  traceId: string;
  /** Messages by field, where the input was refused. */
  errors?: Record<string, string[]>;
  /** 409 while another payment of the wallet is open. */
  paymentId?: string;
  [extra: string]: unknown;
}

/** Rules with little to say about an empty field: their messages come after the others. */
const LAST = new Set(['maxLength', 'max', 'matches']);

/** The messages of a field's broken rules, the most telling first. Takes what class-validator calls `constraints`. */
export function messagesOf(constraints: Record<string, string> | undefined): string[] {
  const entries = Object.entries(constraints ?? {});
  const rank = ([rule]: [string, string]) => (LAST.has(rule) ? 1 : 0);
  return [...new Set(entries.sort((a, b) => rank(a) - rank(b)).map(([, message]) => message))];
}
