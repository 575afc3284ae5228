import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Body, Controller, Get, Logger, Param, Post, Res, UploadedFiles, UseInterceptors } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { FileFieldsInterceptor, type NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.js';
import { Causation } from '../sessions/causation.js';
import { traceOf } from '../telemetry/trace.js';
import type { Session } from '../sessions/session.js';
import { prepareEdge } from './edge.js';
import { ProblemFilter } from './problem.filter.js';

const WALLET = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const causation = new Causation({ today: async () => '2026-11-23' } as never, { blindIndex: () => 'digest' } as never);
const session = { id: '0123456789abcdef'.repeat(4), wallet: WALLET, role: 'investor' } as Session;
const recorded = async () => (await causation.contextOf({ session })).metadata.trace ?? null;

let later: Promise<string | undefined>;
@Controller('api/things')
class ThingsController {
  @Post()
  async json(@Body() { ms }: { ms: number }) {
    await sleep(ms);
    return { trace: await recorded() };
  }

  @Post('files')
  @UseInterceptors(FileFieldsInterceptor([{ name: 'file' }]))
  async files(@UploadedFiles() { file }: { file: { size: number }[] }) {
    return { trace: await recorded(), size: file[0]!.size };
  }

  @Get('afterwards')
  afterwards() {
    later = sleep(100).then(traceOf);
    return {};
  }

  @Get('file')
  file(@Res() response: Response): void {
    response.set('Content-Length', '1000000').write('x'.repeat(1_000));
  }

  @Get(':wallet/broken')
  broken(@Param('wallet') wallet: string): never {
    throw new Error(`Nothing is known of ${wallet}`);
  }
}

describe('a request has one name from its answer to the log', () => {
  let app: NestExpressApplication;
  const lines: Record<string, unknown>[] = [];
  beforeAll(async () => {
    const module = await Test.createTestingModule({
      controllers: [ThingsController],
      providers: [{ provide: APP_FILTER, useClass: ProblemFilter }],
    }).compile();
    app = module.createNestApplication<NestExpressApplication>({ logger: false, forceCloseConnections: true });
    const config = { trustedProxies: [], xaman: { url: 'https://xumm.app' }, production: false, accessLog: true };
    jest.spyOn(Logger.prototype, 'log').mockImplementation((fields: unknown) => void lines.push(fields as never));
    jest.spyOn(Logger.prototype, 'error').mockImplementation((fields: unknown) => void lines.push(fields as never));
    prepareEdge(app, config as unknown as Config, null);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${await app.getUrl()}/api/things${path}`, init);
    return { status: response.status, trace: response.headers.get('x-trace-id'), body: (await response.json()) as any };
  };
  const post = (ms: number) =>
    ask('', { method: 'POST', body: JSON.stringify({ ms }), headers: { 'Content-Type': 'application/json' } });
  const logged = (trace: string | null) => lines.filter(({ traceId }) => traceId === trace);

  it('stands in what the request recorded, also where its body came as files, and beside other requests', async () => {
    const answers = await Promise.all([30, 0, 10, 20].map(post));
    for (const { trace, body } of answers) expect([trace, body.trace]).toEqual([expect.any(String), trace]);
    expect(new Set(answers.map(({ trace }) => trace)).size).toBe(4);
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(200_000)]), 'a.txt');
    const { trace, body } = await ask('/files', { method: 'POST', body: form });
    expect(body).toEqual({ trace, size: 200_000 });
  });

  it('is nobody’s choice: what a caller calls it is not taken over', async () => {
    const { trace } = await ask('', {
      method: 'POST',
      body: '{"ms":0}',
      headers: { 'Content-Type': 'application/json', 'X-Trace-Id': 'mine' },
    });
    expect(trace).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('stands in problem details and in the line of the failure; the line of the answer names no wallet', async () => {
    const { status, trace, body } = await ask(`/${WALLET}/broken?search=Jon`);
    expect([status, body.traceId]).toEqual([500, trace]);
    const [failure, answer] = logged(trace);
    expect(failure).toMatchObject({ err: expect.any(Error), method: 'GET' });
    expect(answer).toEqual({
      method: 'GET',
      call: '/api/things/:wallet/broken',
      status: 500,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      session: null,
      traceId: trace,
    });
  });

  it('stands in a line also where the caller leaves in the middle of a download', async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${await app.getUrl()}/api/things/file`, { signal: leaving.signal });
    await answer.body!.getReader().read();
    const trace = answer.headers.get('x-trace-id');
    expect(logged(trace)).toEqual([]);
    leaving.abort();
    while (logged(trace).length === 0) await sleep(10);
    expect(logged(trace)).toEqual([
      expect.objectContaining({ call: '/api/things/file', status: 200, cut: true, traceId: trace }),
    ]);
    const { bytes } = logged(trace)[0] as { bytes: number };
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(10_000);
  });

  it('and refusals before any call have one', async () => {
    const { status, trace, body } = await ask('', {
      method: 'POST',
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([status, body.traceId]).toEqual([400, trace]);
    expect(logged(trace)).toHaveLength(1);
  });

  it('is not borne by what goes on after the answer', async () => {
    await ask('/afterwards');
    expect(await later).toBeUndefined();
  });

  it('no request, no name', async () => {
    expect([traceOf(), await recorded()]).toEqual([undefined, null]);
  });
});
