/** SQLSTATE classes after which the same statement may succeed on another connection or later. */
const TRANSIENT_SQLSTATE = /^(08|57014|57P0[1-5]|53|40001|40P01|55P03|25P03)/;
const TRANSIENT_ERRNO = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const TRANSIENT_TEXT =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Query read timeout/;

/** True if the database rejected the statement, so that it had no effect. */
export function wasRefused(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity === 'ERROR' && !isConnectionLoss(error);
}

/**
 * True if the connection or the server was lost, no answer came in time, or the server asks to try again: the statement
 * itself is not to blame.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (TRANSIENT_SQLSTATE.test(code) || TRANSIENT_ERRNO.has(code))) return true;
  // Node tries several addresses of a host and reports their failures together.
  if (error instanceof AggregateError && error.errors.some(isConnectionLoss)) return true;
  return TRANSIENT_TEXT.test(error.message);
}
