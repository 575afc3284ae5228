import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createDataSource } from './data-source.js';
import { createPool, inTransaction } from './pool.js';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}
const WELCOME = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const FAREWELL = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

/** A server that is shutting down: it accepts connections and closes them immediately. */
let server: Server;
let url: string;
beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...WELCOME, FAREWELL])));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `postgres://somebody:x@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
});
afterEach(() => new Promise((done) => server.close(done)));

it('a server that ends while it lets us in is an error of whoever asked, and not the end of the process', async () => {
  const pool = createPool(url);
  await expect(inTransaction(pool, async () => undefined)).rejects.toThrow();
  await pool.end();
  await expect(createDataSource(url).initialize()).rejects.toThrow();
});
