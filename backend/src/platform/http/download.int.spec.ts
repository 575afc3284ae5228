import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { SessionRequest } from './access.js';
import { sendExport, sendWhileMaking } from './download.js';

const FILE = { name: 'lines.csv', type: 'text/csv; charset=utf-8' };
/** More than the operating system buffers. */
const LINES = 20_000;
const LINE = `${'x'.repeat(999)}\n`;

describe('a file that is sent while it is made', () => {
  let server: Server;
  let failure: Promise<unknown>;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Serves the generated file; answers an error with 500 if that is still possible. */
  async function serve(made: () => AsyncIterable<string>): Promise<string> {
    const app = express();
    app.get('/', (_request, response: Response) => {
      failure = sendWhileMaking(response, FILE, made()).then(
        () => null,
        (error: Error) => {
          if (!response.headersSent) response.status(500).end();
          return error;
        },
      );
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it('arrives whole, under its name', async () => {
    const answer = await fetch(
      await serve(async function* () {
        for (let n = 0; n < LINES; n++) yield LINE;
      }),
    );
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="lines.csv"');
    expect((await answer.arrayBuffer()).byteLength).toBe(LINES * LINE.length);
    expect(await failure).toBeNull();
  });

  it('of a million rows is made as it is taken: no memory ever holds it', async () => {
    const MILLION = 1_000_000;
    const row = `completed,property_purchase,Purchase of 7 tokens of Sample Court,${'r'.repeat(34)},700.5,RLUSD\r\n`;
    let [made, taken, ahead] = [0, 0, 0];
    const answer = await fetch(
      await serve(async function* () {
        // Reads this many rows at a time, like a list.
        for (let at = 0; at < MILLION; at += 2_000) {
          yield row.repeat(2_000);
          made += 2_000 * row.length;
          ahead = Math.max(ahead, made - taken);
        }
      }),
    );
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) taken += chunk.byteLength;
    expect(taken).toBe(MILLION * row.length);
    // What the operating system buffers, out of 110 MB.
    expect(ahead).toBeLessThan(30_000_000);
  });

  it('is asked for by HEAD: made by nobody, and taken back from the limit that counted it', async () => {
    let [made, uncounted] = [0, 0];
    const make = async () => {
      made += 1;
      return (async function* () {
        yield LINE;
      })();
    };
    const app = express();
    app.get('/', (request: SessionRequest, response: Response) => {
      request.uncount = async () => void (uncounted += 1);
      void sendExport(response, FILE, make);
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="lines.csv"']);
    expect([made, uncounted]).toEqual([0, 1]);
    expect(await (await fetch(url)).text()).toBe(LINE);
    expect([made, uncounted]).toEqual([1, 1]);
  });

  it('may be empty', async () => {
    const answer = await fetch(await serve(async function* () {}));
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('is answered with an error if it fails before its first line', async () => {
    const answer = await fetch(
      await serve(async function* () {
        if (LINES > 0) throw new Error('no database');
        yield LINE;
      }),
    );
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(await failure).toMatchObject({ message: 'no database' });
  });

  it('is cut off if it fails later: nobody takes a part for the whole', async () => {
    const answer = await fetch(
      await serve(async function* () {
        yield LINE;
        throw new Error('no database any more');
      }),
    )
      .then((response) => response.text())
      .catch(() => 'cut off');
    expect(answer).toBe('cut off');
    expect(await failure).toMatchObject({ message: 'no database any more' });
  });

  it('is not made any further once nobody takes it', async () => {
    let ended!: () => void;
    const making = new Promise<void>((resolve) => (ended = resolve));
    const url = await serve(async function* () {
      try {
        for (;;) yield LINE;
      } finally {
        ended();
      }
    });
    const leave = new AbortController();
    const answer = await fetch(url, { signal: leave.signal });
    await answer.body!.getReader().read();
    leave.abort();
    await making;
    expect(await failure).toBeNull();
  });
});
