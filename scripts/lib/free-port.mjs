import net from 'node:net';

/** A TCP port on 127.0.0.1 that is free at this moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Whether nobody listens there. A port is taken on all addresses or on this machine's own: both count. */
export async function isFree(port) {
  const tries = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)));
  return !tries.includes('EADDRINUSE');
}

function canListen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve('free')));
  });
}
