import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { fetchWithProgress } from '../../shared/api/fetch-with-progress';
import { UploadProgress } from './components/upload-progress';

/** A fake XMLHttpRequest with what an upload needs. */
class Way {
  static last: Way | undefined;
  readonly upload: { onprogress?(event: { loaded: number; total: number }): void } = {};
  readonly sent: { method?: string; url?: string; headers: Record<string, string>; body?: Blob } = { headers: {} };
  withCredentials = false;
  status = 200;
  responseText = '{"status":"approved"}';
  onload?(): void;
  onerror?(): void;
  onabort?(): void;
  constructor() {
    Way.last = this;
  }
  open(method: string, url: string) {
    Object.assign(this.sent, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.sent.headers[name] = value;
  }
  getAllResponseHeaders = () => 'content-type: application/json\r\nx-next-cursor: 7\r\n';
  send(body: Blob) {
    this.sent.body = body;
  }
  abort = () => this.onabort?.();
}
const original = globalThis.XMLHttpRequest;
afterEach(() => {
  cleanup();
  Object.assign(globalThis, { XMLHttpRequest: original });
});

async function begin(init: RequestInit = {}) {
  Object.assign(globalThis, { XMLHttpRequest: Way });
  Way.last = undefined;
  const told = jest.fn<(share: number) => void>();
  const answer = fetchWithProgress(told)('http://localhost/api/kyc/submit', {
    method: 'POST',
    body: 'x'.repeat(1_000),
    credentials: 'include',
    headers: { 'Idempotency-Key': 'k-1' },
    ...init,
  });
  const settled = answer.catch((error: unknown) => error);
  const way = await waitFor(() => {
    expect(Way.last?.sent.body).toBeDefined();
    return Way.last!;
  });
  return { told, answer: settled, way };
}

describe('an upload', () => {
  it('tells how much of it is there, and is answered as a fetch is', async () => {
    const { told, answer, way } = await begin();
    way.upload.onprogress!({ loaded: 250, total: 1_000 });
    way.upload.onprogress!({ loaded: 0, total: 0 });
    way.onload!();
    expect(told.mock.calls).toEqual([[0.25]]);
    expect(way.sent).toMatchObject({ method: 'POST', headers: { 'idempotency-key': 'k-1' } });
    expect(way.withCredentials).toBe(true);
    const response = (await answer) as Response;
    expect([response.status, response.headers.get('x-next-cursor')]).toEqual([200, '7']);
    expect(await response.json()).toEqual({ status: 'approved' });
  });
  it('that breaks off fails as a fetch does, so that the same wish can be sent again', async () => {
    const { answer, way } = await begin();
    way.onerror!();
    expect(await answer).toEqual(new TypeError('Failed to fetch'));
  });
  it('that is called off ends', async () => {
    const stop = new AbortController();
    const { answer } = await begin({ signal: stop.signal });
    stop.abort();
    expect(await answer).toEqual(new TypeError('Failed to fetch'));
  });
  it('is said in words and as a progress bar: being sent, then being looked at', () => {
    const { rerender } = render(<UploadProgress share={0.426} />);
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', '43');
    expect(screen.getByText('Sending your documents, encrypted')).toBeInTheDocument();
    rerender(<UploadProgress share={1} />);
    expect(screen.getByText('Checking your application')).toBeInTheDocument();
  });
});
