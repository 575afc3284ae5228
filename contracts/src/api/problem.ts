/** RFC 9457 problem details. `title` is the HTTP status text, `detail` the message for users. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** For support: the log has the same id with the error. */
  traceId: string;
  /** Messages by field, if the input was refused. */
  errors?: Record<string, string[]>;
  /** 409 while another payment of the wallet is open. */
  paymentId?: string;
  [extra: string]: unknown;
}

/** Rules whose messages are less useful for an empty or missing field, so that they come after the others. */
const LATER = ['matches', 'max', 'maxLength'];
/** What class-validator says by itself of a missing text: no message of the specification. */
const OWN_WORDS = / must be a string$/;

/** The messages of a field's broken rules, the most relevant first. Takes class-validator's `constraints`. */
export function messagesOf(constraints: Record<string, string> | undefined): string[] {
  const entries = Object.entries(constraints ?? {});
  const rank = ([rule, message]: [string, string]) => (OWN_WORDS.test(message) ? 1.5 : LATER.indexOf(rule) + 1);
  return [...new Set(entries.sort((a, b) => rank(a) - rank(b)).map(([, message]) => message))];
}
