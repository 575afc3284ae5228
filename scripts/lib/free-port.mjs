import net from 'node:net';

/**
 * Below the ephemeral ports (on Linux from 32768), so that a port is still free when the program that it is for listens
 * on it.
 */
const [FIRST, BEHIND] = [20_000, 32_000];
/** Processes that search at the same time start far apart. */
let next = FIRST + ((process.pid * 7919) % (BEHIND - FIRST));

/** A TCP port on 127.0.0.1 that is free at this moment, another one each time. */
export async function freePort() {
  for (;;) {
    const port = next++;
    if (next === BEHIND) next = FIRST;
    if ((await isFree(port)) && (await canListen(port, '127.0.0.1')) === 'free') return port;
  }
}

/** Whether nothing listens on the port, neither on all addresses nor on this machine's own. */
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
