import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { World } from './world.js';

const STATUS_FEED = /^\/xaman\/sign\/([0-9a-fA-F-]{36})$/;

/** Routes WebSocket connections to their party by path; faults can refuse them. */
export function upgradeHandler({ faults, inside, ledger, xaman }: World) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/ledger') {
      const insider = inside.isInside(request);
      if (insider) inside.mark(socket);
      else if (faults.refuses('ledger')) return void socket.destroy();
      return ledger.handleUpgrade(request, socket, head, insider);
    }
    const uuid = STATUS_FEED.exec(pathname)?.[1];
    if (!uuid) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const what = `GET ${pathname}`;
    if (faults.refuses('xaman', what)) return void socket.destroy();
    const verdict = faults.judge('xaman', what);
    const connect = () => xaman.handleUpgrade(request, socket, head, uuid);
    if (verdict.kind === 'pass') connect();
    else if (verdict.kind === 'delay') setTimeout(connect, verdict.ms).unref();
    else if (verdict.kind === 'error') socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    else if (verdict.kind === 'disconnect') socket.destroy();
    // A connection that hangs, or whose answer is lost, is simply never answered.
  };
}
