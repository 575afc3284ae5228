import { createApi, fetchBaseQuery, retry, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query/react';
import {
  askToSign,
  FRESH_SIGNATURE_REQUIRED,
  isAskedToSign,
  type SignInReason,
} from '../session/fresh-signature.slice';
import { toProblem, wasAnswered, type ApiError } from './problem';

/** The trace id of the latest call that failed at the server; null if there is none. */
export const lastFailed: { traceId: string | null } = { traceId: null };

/**
 * The token that changing calls send besides the cookie. Kept here and not in the store, because the store's state may
 * be logged, stored and inspected.
 */
export const antiForgery = { token: null as string | null };

export interface Call extends FetchArgs {
  /** The idempotency key, one per intended action: a repeated click or a retry is the same command. */
  idempotencyKey?: string;
  /** For a read that asks for a sign-in on the same page if it is refused without a session. */
  inPlace?: boolean;
  /** Progress of an upload, 0 to 1. */
  onProgress?(share: number): void;
}

/** Metadata of a list call. */
export interface CallMeta {
  nextCursor: string | null;
}

interface StateWithApi {
  api: { queries: Record<string, { endpointName?: string; data?: unknown } | undefined> };
}

const raw = fetchBaseQuery({ baseUrl: '/', credentials: 'include' });
/** Loads the upload client with progress at the first upload. */
async function sendingWith(onProgress: (share: number) => void): Promise<typeof raw> {
  const { fetchWithProgress } = await import('./fetch-with-progress');
  return fetchBaseQuery({ baseUrl: '/', credentials: 'include', fetchFn: fetchWithProgress(onProgress) });
}
const SAFE = new Set(['GET', 'HEAD']);
/**
 * Longer than any answer of the server takes, in milliseconds: a read that never ends would block everything loaded
 * after it.
 */
const READ_MAX_MS = 60_000;

/** Whether somebody is signed in, by the cached session query. */
const isSignedIn = (state: StateWithApi): boolean => {
  const session = Object.values(state.api.queries).find((query) => query?.endpointName === 'session')?.data;
  return Boolean((session as { walletAddress: string | null } | undefined)?.walletAddress);
};

type Ask = BaseQueryFn<string | Call, unknown, ApiError, object, CallMeta>;

/**
 * All calls to the server pass here. If a call is refused until the user signs in again, the user signs in on the same
 * page, and the identical call is repeated under the same key, so that no form input and no chosen file is lost.
 */
export const baseQuery: Ask = async (args, base, options) => {
  const answer = await ask(args, base, options);
  const call: Call = typeof args === 'string' ? { url: args } : args;
  const reason = answer.error && whySignAgain(answer.error, call, base.getState() as StateWithApi);
  if (reason) return (await askToSign(base.dispatch, reason)) ? ask(args, base, options) : answer;
  // The session has ended or belongs to another wallet: the frame redirects to the sign-in and back.
  const { status } = answer.error ?? {};
  const isOther = status === 401 || (status === 403 && isChange(call));
  if (isOther && isSignedIn(base.getState() as StateWithApi) && !isAskedToSign())
    base.dispatch(api.util.invalidateTags(['Session']));
  return answer;
};

const isChange = ({ method }: Call): boolean => !SAFE.has((method ?? 'GET').toUpperCase());

/** The reason to sign in on the same page, for changes. For reads, the frame handles an ended session. */
function whySignAgain(error: ApiError, call: Call, state: StateWithApi): SignInReason | null {
  if (error.code === FRESH_SIGNATURE_REQUIRED) return 'fresh';
  return error.status === 401 && (isChange(call) || call.inPlace) && isSignedIn(state) ? 'ended' : null;
}

/** What is known without asking the server, by URL. */
export type Answers = Readonly<Record<string, unknown>>;

/** Adds cookies, anti-forgery and idempotency headers, and turns every failure into problem details. */
const ask: Ask = async (args, base, options) => {
  const call: Call = typeof args === 'string' ? { url: args } : args;
  const known = (base.extra as Answers | undefined)?.[call.url];
  if (known) return { data: known };
  const headers = new Headers(call.headers as HeadersInit | undefined);
  if (isChange(call)) {
    if (antiForgery.token) headers.set('X-CSRF-Token', antiForgery.token);
    if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey);
  }
  const { onProgress, inPlace: _, ...request } = call;
  const send = onProgress ? await sendingWith(onProgress) : raw;
  const limit = isChange(call) ? {} : { timeout: READ_MAX_MS };
  const result = await send({ ...limit, ...request, headers, responseHandler: readBody }, base, options);
  const nextCursor = result.meta?.response?.headers.get('X-Next-Cursor') ?? null;
  if (result.error) {
    const error = toProblem(result.error);
    if (error.status >= 500 && error.traceId) lastFailed.traceId = error.traceId;
    return { error, meta: { nextCursor } };
  }
  return { data: result.data, meta: { nextCursor } };
};

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
}

/** One API for the program; features inject their calls. Only tags and intervals cause refetches (REQ-1.7.2). */
export const api = createApi({
  reducerPath: 'api',
  // No automatic retries, unless a call sets a number.
  baseQuery: retry(baseQuery, { maxRetries: 0 }),
  tagTypes: [
    'Session',
    'Properties',
    'Watchlist',
    'Purchases',
    'Activity',
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
    'Notifications',
    'SanctionsList',
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
 * For `onQueryStarted`: refetches what a command has changed once it is answered, and also if its answer was lost,
 * since it may have changed something. A refusal has changed nothing.
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
