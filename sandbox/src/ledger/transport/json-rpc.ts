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
    if ('problem' in request) return void res.status(400).type('json').send(`${request.problem}\r\n`);
    const { method, params: asked } = request;
    const act = (): Promise<Outcome> => dispatch(method, { ...target, params: asked, subscriber: undefined });
    const cut = (): void => {
      disconnect();
      req.socket.destroy();
    };
    const outcome = await faulty<Outcome | 'broken'>(faults, method, act, { broken: () => 'broken', disconnect: cut });
    if (outcome === 'broken') res.status(500).type('text').send('Internal error\r\n');
    else if (outcome)
      res
        .status(200)
        .type('json')
        .send(JSON.stringify({ ...echoOf(asked), result: resultOf(method, asked, outcome) }));
  }

  router.all('/', (_req, res) => void res.status(405).type('text').send('Method not allowed\r\n'));
  return router;
}

type Call = { readonly method: string; readonly params: Params } | { readonly problem: string };

/** Reads a call, or says in rippled's words what is wrong with it (ServerHandler::processRequest, in its order). */
function parse(body: unknown): Call {
  const request = objectIn(body);
  if (!request) return { problem: 'Unable to parse request: ' };
  const { method, params } = request;
  const first: unknown = Array.isArray(params) ? params[0] : undefined;
  const version = isObject(first) ? (first['api_version'] ?? 1) : 1;
  if (version !== 1 && version !== 2) return { problem: 'invalid_API_version' };
  if (method === undefined || method === null) return { problem: 'Null method' };
  if (typeof method !== 'string') return { problem: 'method is not string' };
  if (method === '') return { problem: 'method is empty' };
  if (params === undefined || params === null) return { method, params: {} };
  if (!Array.isArray(params) || params.length !== 1 || (first !== null && !isObject(first)))
    return { problem: 'params unparseable' };
  return { method, params: first ?? {} };
}

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectIn(body: unknown): Params | undefined {
  try {
    const value: unknown = JSON.parse(typeof body === 'string' ? body : '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Fields of the parameters that come back beside the result. */
const echoOf = (params: Params): Params =>
  Object.fromEntries(
    ['jsonrpc', 'ripplerpc', 'id'].filter((name) => name in params).map((name) => [name, params[name]]),
  );

function resultOf(method: string, params: Params, outcome: Outcome): object {
  if ('result' in outcome) return { ...outcome.result, status: 'success' };
  return { ...outcome.error, request: { ...params, command: method }, status: 'error' };
}
