import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Post } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { Command, CommandBus, CommandHandler, CqrsModule, type ICommandHandler } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { IsInt } from 'class-validator';
import { once } from 'node:events';
import { request as begin } from 'node:http';
import { CLOCK, systemClock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import { SESSION_COOKIE } from '../sessions/cookies.js';
import { SessionGuard } from './session.guard.js';
import { SessionService } from '../sessions/session-service.js';
import { Access } from './access.js';
import { prepareEdge } from './edge.js';
import { ProblemFilter } from './problem.filter.js';
import { ValidationPipe } from './validation.js';

class Purchase {
  @IsInt({ message: 'Tokens are counted in whole numbers' })
  tokens!: number;
}

const done: number[] = [];
class Buy extends Command<void> {
  constructor(readonly tokens: number) {
    super();
  }
}
@CommandHandler(Buy)
class BuyHandler implements ICommandHandler<Buy> {
  async execute({ tokens }: Buy): Promise<void> {
    done.push(tokens);
  }
}

@Controller('api/purchases')
class PurchasesController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Access('investor')
  async buy(@Body() { tokens }: Purchase) {
    await this.commands.execute(new Buy(tokens));
    return { bought: tokens };
  }
}

/** How long a body may take in this test, in milliseconds. */
const BODY_MS = 300;

/** A bearer token `investor` or `landlord` is a session of that role. */
const sessions = {
  find: async (role: string, fromCookie: boolean) => ({ id: 'id', wallet: 'rWallet', role, fromCookie }),
  isCsrfToken: (_: object, token?: string) => token === 'token',
};
const config = { trustedProxies: [], xaman: { url: 'https://xumm.app' }, production: true, freshSignature: true };

describe('a call on its way to its handler', () => {
  let app: NestExpressApplication;
  beforeAll(async () => {
    const module = await Test.createTestingModule({
      imports: [CqrsModule.forRoot()],
      controllers: [PurchasesController],
      providers: [
        BuyHandler,
        { provide: CONFIG, useValue: config },
        { provide: CLOCK, useValue: systemClock },
        { provide: SessionService, useValue: sessions },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_PIPE, useClass: ValidationPipe },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    }).compile();
    app = module.createNestApplication<NestExpressApplication>({ logger: false, forceCloseConnections: true });
    prepareEdge(app, config as unknown as Config, null, BODY_MS);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  const investor = { Authorization: 'Bearer investor' };
  async function post(body: string, headers: Record<string, string> = {}, path = '/api/purchases') {
    done.length = 0;
    const response = await fetch((await app.getUrl()) + path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    return { status: response.status, headers: response.headers, ...((await response.json()) as object), done };
  }

  it('that is no JSON is refused with the headers that every answer has', async () => {
    const answer = await post('{"tokens":', investor);
    expect(answer).toMatchObject({ status: 400, done: [] });
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('names what a document may load in every answer that can be one', async () => {
    for (const at of ['/', '/properties/1', '/apis', '/API/x', '//api/x']) {
      const { headers } = await fetch((await app.getUrl()) + at);
      expect([at, headers.get('x-content-type-options')]).toEqual([at, 'nosniff']);
      const whole = at.toLowerCase().startsWith('/api/') ? "default-src 'none'" : "script-src 'self'";
      expect([at, headers.get('content-security-policy')]).toEqual([at, expect.stringContaining(whole)]);
    }
  });

  it('whose JSON does not come is ended at the limit with 408', async () => {
    const headers = { ...investor, 'Content-Type': 'application/json', 'Content-Length': '12' };
    const sent = begin(`${await app.getUrl()}/api/purchases`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write('{"tok');
    const [answer] = await once(sent, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(408);
  });

  it('reaches it by the command bus, and no cache keeps the answer', async () => {
    const answer = await post('{"tokens":5}', investor);
    expect(answer).toMatchObject({ status: 201, bought: 5, done: [5] });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age/);
  });

  it('is refused for who calls before it is read for what it says', async () => {
    expect(await post('{"tokens":true}')).toMatchObject({ status: 401, done: [] });
    expect(await post('{"tokens":true}', { Authorization: 'Bearer landlord' })).toMatchObject({
      status: 403,
      detail: 'Access Denied: your role can’t do this',
      done: [],
    });
  });

  it('from a browser shows that a page of ours sent it', async () => {
    const cookie = { Cookie: `${SESSION_COOKIE}=investor` };
    expect(await post('{"tokens":5}', cookie)).toMatchObject({ status: 403, code: 'anti-forgery', done: [] });
    expect(await post('{"tokens":5}', { ...cookie, 'X-CSRF-Token': 'token' })).toMatchObject({ status: 201 });
  });

  it.each(['true', '"10"', 'null', '[1]'])(
    'with %s for a number is 400 at that field: nothing is converted',
    async (tokens) => {
      expect(await post(`{"tokens":${tokens}}`, investor)).toMatchObject({
        status: 400,
        errors: { tokens: ['Tokens are counted in whole numbers'] },
        done: [],
      });
    },
  );

  it.each([
    ['nested 50,000 deep', `{"tokens":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /nested at most 16 levels deep/],
    ['that is no JSON', '{"tokens":', /JSON/],
    ['that is a list', '[1]', /must be a JSON object/],
  ])('with a body %s is 400 in words', async (_, body, detail) => {
    const answer = await post(body, investor);
    expect(answer).toMatchObject({ status: 400, detail: expect.stringMatching(detail), done: [] });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('to an address that cannot be read is 400 in the same words as all refusals', async () => {
    const answer = await post('{}', investor, '/api/purchases/%E0%A4%A');
    expect(answer).toMatchObject({ status: 400, detail: expect.stringContaining('percent-encoding is malformed') });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });
});
