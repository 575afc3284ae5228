import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';

export const TRACE_HEADER = 'X-Trace-Id';

const requests = new AsyncLocalStorage<{ readonly traceId: string; isUnderWay: boolean }>();

/**
 * Identifies the current request by a random id: in its answer's header, its problem details, each line of the log and
 * the metadata of the events that it records. Undefined outside a request, and in work that continues after its
 * response.
 */
export function traceOf(): string | undefined {
  const request = requests.getStore();
  return request?.isUnderWay ? request.traceId : undefined;
}

/** Handles a request with its own trace id. @param response emits `close` once it is answered or aborted */
export function traced(response: EventEmitter, answer: (traceId: string) => void): void {
  const request = { traceId: randomUUID(), isUnderWay: true };
  response.once('close', () => (request.isUnderWay = false));
  requests.run(request, () => answer(request.traceId));
}
