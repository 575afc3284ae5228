import net, { type AddressInfo, type Socket } from 'node:net';

/** A proxy to the database whose connections can fall silent without closing, as behind a firewall that forgot them. */
export interface BlackHole {
  url: string;
  /** Silences all present connections forever, both ways; later ones work. @returns how many fell silent */
  swallow(): number;
  close(): Promise<void>;
}

export async function blackHoleTo(url: string): Promise<BlackHole> {
  const to = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  const server = net.createServer((inner) => {
    const outer = net.connect(Number(to.port), to.hostname);
    const pair: [Socket, Socket] = [inner, outer];
    pairs.add(pair);
    inner.pipe(outer).pipe(inner);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => pairs.delete(pair));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    swallow() {
      const swallowed = [...pairs];
      for (const [inner, outer] of swallowed) {
        inner.unpipe();
        outer.unpipe();
        inner.pause();
        outer.pause();
      }
      return swallowed.length;
    },
    async close() {
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
      await new Promise((closed) => server.close(closed));
    },
  };
}
