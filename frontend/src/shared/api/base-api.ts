import { createApi, fetchBaseQuery, retry, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query/react';
import type { Problem } from '@tknest/contracts/api';
import { askFreshSignature, FRESH_SIGNATURE_REQUIRED } from '../session/fresh-signature.slice';
import { antiForgery } from './anti-forgery';
import { wasAnswered } from './intent';
import type { ApiError } from './problem';

export interface Call extends FetchArgs {
  /** One per wish of a person: a repeated click or a retry is the same command. */
  idempotencyKey?: string;
  /** Of an upload: how much of it is there, 0 to 1. */
  onProgress?(share: number): void;
}

/** What a list call adds to its rows. */
export interface CallMeta {
  nextCursor: string | null;
}

interface StateWithApi {
  api: { queries: Record<string, { endpointName?: string; data?: unknown } | undefined> };
}

const raw = fetchBaseQuery({ baseUrl: '/', credentials: 'include' });
/** An upload that tells how far it is; loaded with the first one. */
async function sendingWith(onProgress: (share: number) => void): Promise<typeof raw> {
  const { fetchWithProgress } = await import('./fetch-with-progress');
  return fetchBaseQuery({ baseUrl: '/', credentials: 'include', fetchFn: fetchWithProgress(onProgress) });
}
const SAFE = new Set(['GET', 'HEAD']);

/** Whether somebody is signed in, as last heard of; it stands in the cache of the session's query. */
const isSignedIn = (state: StateWithApi): boolean => {
  const session = Object.values(state.api.queries).find((query) => query?.endpointName === 'session')?.data;
  return Boolean((session as { walletAddress: string | null } | undefined)?.walletAddress);
};

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
  const changes = !SAFE.has((call.method ?? 'GET').toUpperCase());
  if (changes) {
    if (antiForgery.token) headers.set('X-CSRF-Token', antiForgery.token);
    if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey);
  }
  const { onProgress, ...request } = call;
  const send = onProgress ? await sendingWith(onProgress) : raw;
  const result = await send({ ...request, headers, responseHandler: readBody }, base, options);
  const nextCursor = result.meta?.response?.headers.get('X-Next-Cursor') ?? null;
  // Somebody who was signed in no longer is, or another wallet is: the frame leads to the sign-in and back.
  const status = result.error?.status;
  if ((status === 401 || (status === 403 && changes)) && isSignedIn(base.getState() as StateWithApi))
    base.dispatch(api.util.invalidateTags(['Session']));
  if (result.error) {
    const error = toProblem(result.error);
    if (error.code === FRESH_SIGNATURE_REQUIRED) base.dispatch(askFreshSignature());
    return { error, meta: { nextCursor } };
  }
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
  // Nothing is asked for a second time by itself but where a call says how often.
  baseQuery: retry(baseQuery, { maxRetries: 0 }),
  tagTypes: [
    'Session',
    'Properties',
    'Participations',
    'Payments',
    'AdminLog',
    'Cases',
    'Erasures',
    'Kyc',
    'Documents',
    'Log',
    'Verification',
    'ReadModels',
    'Trust',
    'Payouts',
    'Loans',
    'Market',
    'Tokens',
    'Proposals',
  ],
  refetchOnFocus: false,
  refetchOnReconnect: true,
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});

type Tags = Parameters<typeof api.util.invalidateTags>[0];
interface Lifecycle {
  dispatch(action: ReturnType<typeof api.util.invalidateTags>): unknown;
  queryFulfilled: PromiseLike<unknown>;
}

/**
 * For `onQueryStarted`: what a command has changed is asked for anew once it was answered. Where its answer was lost
 * nobody knows what it changed, so then too; a refusal has changed nothing.
 */
export const thenAskAgain =
  <Arg>(tags: Tags | ((arg: Arg) => Tags)) =>
  async (arg: Arg, { dispatch, queryFulfilled }: Lifecycle): Promise<void> => {
    const error = await Promise.resolve(queryFulfilled).then(
      () => undefined,
      (reason: { error?: unknown }) => reason.error,
    );
    if (error && wasAnswered(error)) return;
    dispatch(api.util.invalidateTags(typeof tags === 'function' ? tags(arg) : tags));
  };
