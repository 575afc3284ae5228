import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { Agent, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Draining } from './draining.js';

describe('the end of a process that serves', () => {
  let server: Server;
  let draining: Draining;
  let answer: ((text: string) => void) | null;
  let arrived: Promise<void>;
  const agent = new Agent({ keepAlive: true });
  beforeEach(async () => {
    await serve({ shutdownDelaySeconds: 0, drainMs: 60_000 });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function serve(settings: { shutdownDelaySeconds: number; drainMs: number }): Promise<void> {
    draining = new Draining(settings, { httpAdapter: { getHttpServer: () => server } } as never);
    const app = express().use(draining.follow);
    let come: () => void;
    arrived = new Promise((resolve) => (come = resolve));
    app.get('/slow', (_request, response) => {
      answer = (text) => void response.send(text);
      come();
    });
    app.get('/feed', (_request, response) => {
      response.set('Content-Type', 'text/event-stream').write('hello');
      come();
    });
    app.get('/quick', (_request, response) => void response.send(String(draining.isEnding)));
    server = await new Promise<Server>((resolve) => {
      const made: Server = app.listen(0, () => resolve(made));
    });
  }

  const get = (path: string) =>
    new Promise<IncomingMessage & { text: string }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ port, path, agent }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve(Object.assign(response, { text })));
        response.on('error', reject);
      })
        .on('error', reject)
        .end();
    });

  it('waits for what is under way, which is answered on a connection that is not used again', async () => {
    const slow = get('/slow');
    await arrived;
    let isOver = false;
    const ended = draining.beforeApplicationShutdown().then(() => (isOver = true));
    expect(draining.isEnding).toBe(true);
    // No connection is accepted any more, and the request still waits.
    while (server.listening) await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    answer!('done');
    expect(await slow).toMatchObject({ text: 'done', headers: { connection: 'close' } });
    await ended;
    await expect(get('/quick')).rejects.toThrow();
  });

  it('serves on while whoever stands in front has yet to notice', async () => {
    server.close();
    await serve({ shutdownDelaySeconds: 60, drainMs: 60_000 });
    void draining.beforeApplicationShutdown();
    expect(await get('/quick')).toMatchObject({ text: 'true', headers: { connection: 'close' } });
  });

  it('waits for no live feed', async () => {
    get('/feed').catch(() => undefined);
    await arrived;
    await draining.beforeApplicationShutdown();
  });

  it('waits no longer than it is allowed to', async () => {
    server.close();
    await serve({ shutdownDelaySeconds: 0, drainMs: 20 });
    get('/slow').catch(() => undefined);
    await arrived;
    await draining.beforeApplicationShutdown();
  });
});
