import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { calls, problem, serve, session } from '../../../test/server';
import { sessionApi } from '../session/api';
import { createStore } from '../store/store';
import { messageOf, statusText, type ApiError } from './problem';

afterEach(() => void jest.useRealTimers());

/** The problem that results from such a response. */
async function refusedWith(answer: () => Response | Promise<never>): Promise<ApiError> {
  serve({ 'GET /api/session': answer });
  const asked = createStore().dispatch(sessionApi.endpoints.session.initiate());
  const { error } = await asked;
  asked.unsubscribe();
  return error as ApiError;
}

describe('what stands under a refusal (REQ-1.7.1)', () => {
  it('is the status code, a colon and the answer’s text', async () => {
    expect(statusText(await refusedWith(() => problem(403, 'Access Denied')))).toBe('403: Access Denied');
    expect(statusText(await refusedWith(() => new Response('Bad gateway', { status: 502 })))).toBe('502: Bad gateway');
  });
  it('is never a page that something on the way to the server has made', async () => {
    const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx/1.24</h1></body></html>';
    const html = (type: string) => () => new Response(page, { status: 502, headers: { 'Content-Type': type } });
    const words = '502: The server is not available at the moment. Try again in a minute.';
    for (const type of ['text/html', 'application/json']) expect(statusText(await refusedWith(html(type)))).toBe(words);
    expect(statusText(await refusedWith(() => new Response('x'.repeat(900), { status: 413 })))).not.toContain('xxx');
  });
  it('is that there was no answer, where there was none', async () => {
    const error = await refusedWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(statusText(error)).toBe('Offline: The server cannot be reached. Please check your connection.');
  });
  it('is the caller’s own words where the server has none', async () => {
    expect(messageOf(await refusedWith(() => problem(500, '')), 'Payment failed')).toBe('Payment failed');
    expect(messageOf(undefined, 'Payment failed')).toBe('Payment failed');
    for (const body of ['', '<html><h1>502 Bad Gateway</h1></html>'])
      expect(messageOf(await refusedWith(() => new Response(body, { status: 502 })), 'Failed')).toBe('Failed');
  });
});

describe('a read (REQ-1.7.2)', () => {
  it('is given up if the server does not answer within a minute', async () => {
    jest.useFakeTimers();
    globalThis.fetch = ((request: Request) =>
      new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
      )) as typeof fetch;
    const asked = createStore().dispatch(sessionApi.endpoints.session.initiate());
    await jest.advanceTimersByTimeAsync(59_000);
    expect(asked.queryCacheKey).toBeDefined();
    await jest.advanceTimersByTimeAsync(2_000);
    const { error } = await asked;
    asked.unsubscribe();
    expect(statusText(error)).toBe('Offline: The server did not answer in time. Please check your connection.');
  });
  it('is asked for once: not again on focus, not after a failure, not because it is old', async () => {
    jest.useFakeTimers();
    serve({ 'GET /api/session': session() });
    const store = createStore();
    const asked = store.dispatch(sessionApi.endpoints.session.initiate());
    await jest.advanceTimersByTimeAsync(500);
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(3_600_000);
    void store.dispatch(sessionApi.endpoints.session.initiate());
    await jest.advanceTimersByTimeAsync(500);
    expect(calls).toHaveLength(1);
    asked.unsubscribe();
    serve({ 'GET /api/session': () => problem(503, 'Later') });
    void createStore().dispatch(sessionApi.endpoints.session.initiate());
    await jest.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
  });
});
