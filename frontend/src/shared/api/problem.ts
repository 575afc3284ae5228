import type { Problem } from '@tknest/contracts/api';

/** What every failed call ends as: the problem details of the server, or the same shape where there was no answer. */
export type ApiError = Problem;

export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'detail' in error && 'status' in error;
}

/** The question itself was refused, or asks for what there is not: to ask it again is no help. */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) && (error.status === 400 || error.status === 404);

/** `403: Access Denied …`, as the specification's client shows errors (D1 §7). */
export function statusText(error: unknown): string {
  return isApiError(error) ? `${error.status || 'Offline'}: ${error.detail}` : String(error);
}

/** The message alone, for toasts whose title says what failed. */
export function messageOf(error: unknown, fallback: string): string {
  return isApiError(error) && error.detail ? error.detail : fallback;
}
