import type { RequestHandler } from 'express';
import type { PhoneStateParts } from './phone-state.js';

/** The minimum interval between messages to a page; ledgers may close much faster. */
const QUIET_MS = 300;
const KEEP_ALIVE_MS = 15_000;

/** Server-sent events that say no more than "look again": a request has changed, or a ledger has closed. */
export function liveRoute({ payloads, node }: Pick<PhoneStateParts, 'payloads' | 'node'>): RequestHandler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('retry: 1000\n\n');
    let pending: NodeJS.Timeout | undefined;
    const tell = () => {
      pending ??= setTimeout(() => {
        pending = undefined;
        response.write('event: change\ndata: {}\n\n');
      }, QUIET_MS);
    };
    const stops = [payloads.follow(tell), node.onClose(tell)];
    const keepAlive = setInterval(() => response.write(': here\n\n'), KEEP_ALIVE_MS);
    response.on('close', () => {
      stops.forEach((stop) => stop());
      clearInterval(keepAlive);
      clearTimeout(pending);
    });
  };
}
