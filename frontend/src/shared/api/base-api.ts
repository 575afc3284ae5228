import { createApi, fetchBaseQuery, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query/react';
import type { Problem, SessionView } from '@tknest/contracts/api';
import type { ApiError } from './problem';

export interface Call extends FetchArgs {
  /** One per intent of a person: a repeated click or a retry is the same command. */
  idempotencyKey?: string;
}

/** What a list call adds to its rows. */
export interface CallMeta {
  nextCursor: string | null;
}

interface StateWithApi {
  api: { queries: Record<string, { endpointName?: string; data?: unknown } | undefined> };
}

const raw = fetchBaseQuery({ baseUrl: '/', credentials: 'include' });
const SAFE = new Set(['GET', 'HEAD']);

/** The session as last heard of; it stands in the cache of its query. */
const knownSession = (state: StateWithApi) =>
  Object.values(state.api.queries).find((query) => query?.endpointName === 'session')?.data as SessionView | undefined;

/**
 * The one way to the server. Adds cookies, anti-forgery and idempotency headers, and turns every failure into problem
 * details.
 */
export const baseQuery: BaseQueryFn<string | Call, unknown, ApiError, object, CallMeta> = async (
  args,
  base,
  options,
) => {
  const call: Call = typeof args === 'string' ? { url: args } : args;
  const headers = new Headers(call.headers as HeadersInit | undefined);
  if (!SAFE.has((call.method ?? 'GET').toUpperCase())) {
    const token = knownSession(base.getState() as StateWithApi)?.csrfToken;
    if (token) headers.set('X-CSRF-Token', token);
    if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey);
  }
  const result = await raw({ ...call, headers, responseHandler: readBody }, base, options);
  const nextCursor = result.meta?.response?.headers.get('X-Next-Cursor') ?? null;
  // Somebody who was signed in no longer is: the frame leads to the sign-in and back.
  if (result.error?.status === 401 && knownSession(base.getState() as StateWithApi)?.walletAddress)
    base.dispatch(api.util.invalidateTags(['Session']));
  if (result.error) return { error: toProblem(result.error), meta: { nextCursor } };
  return { data: result.data, meta: { nextCursor } };
};

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
}

function toProblem(error: { status: number | string; data?: unknown; error?: string }): ApiError {
  const data = error.data as Partial<Problem> | undefined;
  if (data && typeof data === 'object' && typeof data.detail === 'string') return data as Problem;
  const offline = typeof error.status !== 'number';
  return {
    type: 'about:blank',
    title: offline ? 'No connection' : 'Error',
    status: offline ? 0 : Number(error.status),
    detail: offline
      ? 'The server cannot be reached. Please check your connection.'
      : String(data ?? 'Something went wrong'),
    traceId: '',
  };
}

/**
 * One API for the program; features inject their calls. Nothing is refetched by itself but what a tag or an interval
 * says (D1 §7).
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Session',
    'Properties',
    'Participations',
    'Payments',
    'AdminLog',
    'Cases',
    'Kyc',
    'Documents',
    'Log',
    'Verification',
    'ReadModels',
    'Trust',
  ],
  refetchOnFocus: false,
  refetchOnReconnect: true,
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
