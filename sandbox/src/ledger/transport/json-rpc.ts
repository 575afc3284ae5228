import express, { type Request, type Response, type Router } from 'express';
import { dispatch, type Outcome } from '../api/dispatch.js';
import type { Params, RequestContext } from '../api/request.js';
import { type FaultGate, faulty } from './faults.js';

type Node = Pick<RequestContext, 'node' | 'services'>;

const MAX_BODY = '10mb';

/** The rippled JSON-RPC API: `{"method": …, "params": [{…}]}` by POST, the answer always inside `result`. */
export function jsonRpcRouter(target: Node, faults: FaultGate, disconnect: () => void): Router {
  const router = express.Router();
  router.post('/', express.text({ type: () => true, limit: MAX_BODY }), (req, res) => void answer(req, res));

  async function answer(req: Request, res: Response): Promise<void> {
    if (faults.refuses('ledger')) return void res.status(503).end();
    const request = parse(req.body);
    if (!request) return plain(res, 'Unable to parse request: \r\n');
    const { method, params } = request;
    if (method === undefined || method === null) return plain(res, 'Null method\r\n');
    if (typeof method !== 'string') return plain(res, 'method is not string\r\n');
    if (method === '') return plain(res, 'method is empty\r\n');
    const first: unknown = Array.isArray(params) ? params[0] : undefined;
    if (params !== undefined && (!Array.isArray(params) || params.length > 1)) return plain(res, 'params unparsable\r\n');
    if (first !== undefined && (typeof first !== 'object' || first === null)) return plain(res, 'params unparsable\r\n');
    const asked = (first ?? {}) as Params;
    const act = (): Promise<Outcome> => dispatch(method, { ...target, params: asked, subscriber: undefined });
    const cut = (): void => {
      disconnect();
      req.socket.destroy();
    };
    const outcome = await faulty<Outcome | 'broken'>(faults, method, act, { broken: () => 'broken', disconnect: cut });
    if (outcome === 'broken') res.status(500).type('text').send('Internal error\r\n');
    else if (outcome) res.status(200).type('json').send(JSON.stringify({ result: resultOf(method, asked, outcome) }));
  }

  return router;
}

function plain(res: Response, text: string): void {
  res.status(400).type('json').send(text);
}

function parse(body: unknown): Params | undefined {
  try {
    const value: unknown = JSON.parse(typeof body === 'string' ? body : '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : undefined;
  } catch {
    return undefined;
  }
}

function resultOf(method: string, params: Params, outcome: Outcome): object {
  if ('result' in outcome) return { ...outcome.result, status: 'success' };
  return { ...outcome.error, request: { ...params, command: method }, status: 'error' };
}
