import type { Request, RequestHandler, Response } from 'express';
import type { Party } from './fault.js';
import type { FaultRegistry } from './fault-registry.js';

/** Applies a party's faults to its HTTP calls. `disconnect` drops the party's other open connections. */
export function faultMiddleware(
  party: Party,
  faults: FaultRegistry,
  disconnectAll: () => void = () => undefined,
): RequestHandler {
  return (request, response, next) => {
    const what = `${request.method} ${request.originalUrl}`;
    if (faults.refuses(party, what)) return void request.socket.destroy();
    const verdict = faults.judge(party, what);
    switch (verdict.kind) {
      case 'pass':
        return next();
      case 'delay':
        return void setTimeout(next, verdict.ms).unref();
      case 'hang':
        return;
      case 'error':
        return void response.status(503).json({ error: { message: 'Service unavailable', code: 503 } });
      case 'disconnect':
        disconnectAll();
        return void request.socket.destroy();
      case 'lose-answer':
        keepSilent(request, response);
        return next();
    }
  };
}

/**
 * The call is carried out and its handler has answered, but nothing reaches the caller, whose connection stays open.
 */
function keepSilent(_request: Request, response: Response): void {
  response.write = () => true;
  response.writeHead = () => response;
  response.flushHeaders = () => undefined;
  response.end = () => response;
}
