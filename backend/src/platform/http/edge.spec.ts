import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { request as begin, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endTrickles, refuseOtherBodies, refuseOtherSites } from './edge.js';

const LIMIT_MS = 200;

describe('A body that comes drop by drop', () => {
  let server: Server;
  afterEach(() => void server.close());
  const serve = async (): Promise<number> => {
    const app = express();
    app.use(endTrickles(LIMIT_MS));
    app.post('/', (request, response) => void request.resume().once('end', () => response.send('taken')));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  it('is ended at its limit with 408, and its connection with it', async () => {
    const sent = begin({ port: await serve(), method: 'POST' });
    sent.on('error', () => undefined);
    const drops = setInterval(() => sent.write('.'), 20);
    const began = Date.now();
    const [answer] = await once(sent, 'response');
    expect(answer.statusCode).toBe(408);
    let text = '';
    for await (const chunk of answer) text += chunk;
    clearInterval(drops);
    expect(JSON.parse(text)).toMatchObject({ status: 408, detail: 'The request was not complete after 0.2 seconds' });
    expect(Date.now() - began).toBeGreaterThanOrEqual(LIMIT_MS - 20);
  });

  it('that was there in time is answered, however long the answer takes', async () => {
    const response = await fetch(`http://127.0.0.1:${await serve()}`, { method: 'POST', body: 'whole' });
    expect(await response.text()).toBe('taken');
  });
});

describe('A page of another site', () => {
  const answered = async (method: string, site?: string, path = '/api/properties'): Promise<number> => {
    const app = express();
    app.use(refuseOtherSites, (_, response) => void response.send('done'));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = begin({ port, method, path, headers: site ? { 'Sec-Fetch-Site': site } : {} }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    server.close();
    return answer.statusCode;
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('changes nothing here by %s', async (method) => {
    expect(await answered(method, 'cross-site')).toBe(403);
  });
  it.each(['cross-site', 'same-site', 'none'])('records no look at a case: %s', async (site) => {
    expect(await answered('GET', site, '/api/compliance/cases/c1')).toBe(403);
    expect(await answered('GET', site, '/api/Compliance/cases/c1/file.pdf')).toBe(403);
  });
  it.each(['same-origin', undefined])(
    'does not keep our own pages and other programs from a case: %s',
    async (site) => {
      expect(await answered('GET', site, '/api/compliance/cases/c1')).toBe(200);
    },
  );
  it.each([
    ['POST', 'same-origin'],
    ['POST', 'none'],
    ['POST', undefined],
    ['GET', 'cross-site'],
  ])('is told from others: %s, %s', async (method, site) => {
    expect(await answered(method, site)).toBe(200);
  });
});

describe('A body in another form or encoding', () => {
  const answered = async (type: string, body: string): Promise<number> => {
    const app = express();
    app.use(refuseOtherBodies, (request, response) => void request.resume().once('end', () => response.send('taken')));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { status } = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    server.close();
    return status;
  };

  it.each([
    ['application/json', 200],
    ['application/json; charset=UTF-8', 200],
    ['application/vnd.api+json;charset="utf-8"', 200],
    ['multipart/form-data; boundary=x', 200],
    ['application/json; charset=utf-16le', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/plain', 415],
  ])('%s: %d', async (type, status) => expect(await answered(type, '{}')).toBe(status));
});
