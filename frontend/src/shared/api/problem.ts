import type { Problem } from '@tknest/contracts/api';

/** The error of every failed call: the server's problem details, or the same shape if there was no answer. */
export type ApiError = Problem;

export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'detail' in error && 'status' in error;
}

interface Failure {
  /** HTTP status; a text if there was no answer, or an unreadable one. */
  status: number | string;
  data?: unknown;
  /** The HTTP status of an unreadable answer. */
  originalStatus?: number;
}

/** Whether it is a sentence of plain text and not a page. */
const asSentence = (data: unknown): string | null =>
  typeof data === 'string' && data.trim() !== '' && data.length <= 200 && !data.includes('<') ? data.trim() : null;

/** The server answered without a message of its own. */
const NO_MESSAGE = 'no-message';

/**
 * The server's problem details. A proxy or gateway answers with pages of its own, which are not shown; the message then
 * says whether the server was reached, and what to do.
 */
export function toProblem({ status, data, originalStatus }: Failure): ApiError {
  if (isApiError(data) && typeof data.detail === 'string') return data;
  const answered = typeof status === 'number' ? status : originalStatus;
  const none = { type: 'about:blank', traceId: '' };
  if (answered === undefined) {
    const what = status === 'TIMEOUT_ERROR' ? 'did not answer in time' : 'cannot be reached';
    return { ...none, title: 'No connection', status: 0, detail: `The server ${what}. Please check your connection.` };
  }
  const problem = { ...none, title: 'Error', status: answered };
  const said = asSentence(data);
  if (said) return { ...problem, detail: said };
  const detail =
    answered >= 500
      ? 'The server is not available at the moment. Try again in a minute.'
      : 'Couldn’t send the request. Reload the page and try again.';
  return { ...problem, detail, code: NO_MESSAGE };
}

/** Whether the request itself was refused, or its target does not exist, so that repeating it is useless. */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) && (error.status === 400 || error.status === 404);

/** `403: Access Denied …`, as the specification's client shows errors (REQ-1.7.1). */
export function statusText(error: unknown): string {
  return isApiError(error) ? `${error.status || 'Offline'}: ${error.detail}` : String(error);
}

/**
 * Only the message, for toasts with a title that says what failed. A server fault includes its trace id.
 * @param fallback the specification's text where the server said nothing
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!isApiError(error) || !error.detail || error.code === NO_MESSAGE) return fallback;
  return error.status === 500 && error.traceId ? `${error.detail} (Reference: ${error.traceId})` : error.detail;
}

/** Whether the server has given a definite answer. Without one, or after a 5xx, the result is unknown. */
export const wasAnswered = (error: unknown): boolean =>
  !error ||
  (isApiError(error) &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 425, 429].includes(error.status) &&
    // The call was rejected before it was examined, so an earlier attempt may have been carried out.
    !DOORS.has(String(error.code)));
const DOORS = new Set(['fresh-signature-required', 'anti-forgery']);
