/** Rules whose messages are less useful for an empty field, so that they come after the others. */
const LAST = new Set(['maxLength', 'max', 'matches']);

/** The messages of a field's broken rules, the most relevant first. Takes class-validator's `constraints`. */
export function messagesOf(constraints: Record<string, string> | undefined): string[] {
  const entries = Object.entries(constraints ?? {});
  const rank = ([rule]: [string, string]) => (LAST.has(rule) ? 1 : 0);
  return [...new Set(entries.sort((a, b) => rank(a) - rank(b)).map(([, message]) => message))];
}
