import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { dispatch, type Outcome } from '../api/dispatch.js';
import { ApiError } from '../api/errors.js';
import type { Params, RequestContext } from '../api/request.js';
import { type FaultGate, faulty } from './faults.js';

type Node = Pick<RequestContext, 'node' | 'services'>;

/**
 * The rippled WebSocket API: requests with an id, answers in whatever order they are ready, and stream messages in
 * between.
 */
export class WebSocketApi {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: 10 * 1024 * 1024 });
  private readonly spared = new WeakSet<WebSocket>();

  constructor(
    private readonly target: Node,
    private readonly faults: FaultGate,
  ) {}

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, spared = false): void {
    if (this.faults.refuses('ledger')) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    this.server.handleUpgrade(request, socket, head, (ws) => {
      if (spared) this.spared.add(ws);
      this.serve(ws);
    });
  }

  private serve(ws: WebSocket): void {
    const send = (message: object): void => {
      if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(message));
    };
    const subscriber = { send };
    ws.on('message', (data) => void this.answer(data, subscriber).then((message) => message && send(message)));
    ws.on('close', () => this.target.services.subscriptions.forget(subscriber));
    ws.on('error', () => ws.terminate());
  }

  private async answer(data: RawData, subscriber: RequestContext['subscriber']): Promise<object | undefined> {
    const text = data.toString();
    const parsed = parse(text);
    const request = asObject(parsed);
    // Text that is no JSON at all is not repeated: it may hold anything.
    if (!request) return { type: 'error', error: 'jsonInvalid', value: parsed === undefined ? '<redacted>' : text };
    const command = request['command'] ?? request['method'];
    if (typeof command !== 'string') return envelope(request, { error: { error: 'missingCommand' } });
    const act = (): Promise<Outcome> => dispatch(command, { ...this.target, params: request, subscriber });
    const broken = (): Outcome => ({ error: new ApiError('internal').body });
    const outcome = await faulty(this.faults, command, act, { broken, disconnect: () => this.disconnectAll() });
    return outcome && envelope(request, outcome);
  }

  /** Drops every connection that is not spared without a word, as a crash does. */
  disconnectAll(): void {
    for (const ws of this.server.clients) if (!this.spared.has(ws)) ws.terminate();
  }

  close(): void {
    for (const ws of this.server.clients) ws.terminate();
    this.server.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asObject = (value: unknown): Params | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : undefined;

/** An answer carries the request's id and version; an error repeats the whole request. */
function envelope(request: Params, outcome: Outcome): object {
  const { id, api_version } = request;
  const echoed = { ...('id' in request && { id }), ...(api_version !== undefined && { api_version }) };
  if ('result' in outcome) return { ...echoed, result: outcome.result, status: 'success', type: 'response' };
  return { ...echoed, ...outcome.error, request, status: 'error', type: 'response' };
}
