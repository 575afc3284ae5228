import { describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { isOwn } from '../src/shared/own-hosts.js';
import { TestSandbox } from './support/test-sandbox.js';

const BACKEND = 'http://localhost:3000';

describe('whom the sandbox answers', () => {
  it.each([
    { host: 'localhost:3001' },
    { host: '127.0.0.1:3001', origin: 'http://localhost:3000' },
    { host: '[::1]:3001', origin: 'http://localhost:5173' },
    { host: '192.168.1.7:3001', origin: 'http://192.168.1.7:3000' },
  ])('%j', (headers) => expect(isOwn({ headers }, BACKEND)).toBe(true));
  it.each([
    // A name of another site that its owner points at this machine.
    { host: 'rebound.example:3001' },
    { host: 'localhost.example' },
    {},
    // A page of another site.
    { host: 'localhost:3001', origin: 'https://evil.example' },
    { host: 'localhost:3001', origin: 'null' },
  ])('never %j', (headers) => expect(isOwn({ headers }, BACKEND)).toBe(false));

  it('nobody signs for its people from the page of another site', async () => {
    const world = await TestSandbox.start();
    const ask = (headers: Record<string, string>) => fetch(`${world.url}/control/info`, { headers });
    try {
      expect((await ask({})).status).toBe(200);
      expect((await ask({ Origin: 'https://evil.example' })).status).toBe(403);
      const socket = new WebSocket(world.ledgerUrl, { origin: 'https://evil.example' });
      await new Promise((resolve) => socket.once('error', resolve));
    } finally {
      await world.close();
    }
  });
});
