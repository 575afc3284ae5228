import { afterEach, expect, it } from '@jest/globals';
import express from 'express';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { startPage } from './start-page.js';

let server: Server;
afterEach(() => void server.close());

it('until the program was ready once, every page says what it waits for, and nothing else is touched', async () => {
  let waits = ['Waiting for XRP on rIssuer, at least 100.', 'Waiting for <b>.'];
  const app = express();
  app.use(startPage(async () => waits));
  app.use((_request, response) => void response.send('the program'));
  await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return [answer.status, answer.headers.get('retry-after'), await answer.text()];
  };
  for (const page of ['/', '/properties/7', '/apiary', '/favicon.svg'])
    expect(await get(page)).toEqual([503, '10', expect.stringMatching(/rIssuer, at least 100\.[^]*&lt;b&gt;/)]);
  for (const path of ['/api/health/ready', '/metrics', '/.well-known/xrp-ledger.toml'])
    expect(await get(path)).toEqual([200, null, 'the program']);
  waits = [];
  expect(await get('/')).toEqual([200, null, 'the program']);
  // A database that is away later is told by the pages themselves.
  waits = ['Waiting for the database.'];
  expect(await get('/')).toEqual([200, null, 'the program']);
});
