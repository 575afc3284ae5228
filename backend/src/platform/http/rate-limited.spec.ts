import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, HttpCode, Post, Req, Res, type Provider } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { IsInt } from 'class-validator';
import type { Response } from 'express';
import { CLOCK, systemClock } from '../clock/clock.js';
import { CONFIG } from '../config/config.js';
import { Refused } from '../domain/refused.js';
import { RateLimiter, type Limit } from '../sessions/rate-limiter.js';
import { SessionService } from '../sessions/session-service.js';
import { Access, type SessionRequest } from './access.js';
import { HttpModule } from './http.module.js';
import { RateLimited } from './rate-limited.js';

const LIMIT: Limit = { name: 'tries', max: 2, windowMs: 60_000 };

class Order {
  @IsInt({ message: 'Tokens are counted in whole numbers' })
  tokens!: number;
}

@Controller('api')
class LimitedController {
  @Post('orders')
  @HttpCode(200)
  @Access('investor')
  @RateLimited(LIMIT)
  order(@Body() { tokens }: Order) {
    return { tokens };
  }

  @Get('file')
  @Access('public')
  @RateLimited(LIMIT)
  async file(@Req() request: SessionRequest, @Res({ passthrough: true }) response: Response) {
    if (request.method === 'HEAD') await request.uncount?.();
    response.status(200);
    return {};
  }

  @Get('network')
  @Access('public')
  @RateLimited(LIMIT, 'network')
  network() {
    return {};
  }

  @Get('visitor')
  @Access('public')
  @RateLimited(LIMIT, 'visitor')
  visitor() {
    return {};
  }
}

/** A bearer token `role/wallet` is a session of its own. */
const sessions = {
  find: async (token: string) => {
    const [role, wallet] = token.split('/');
    return { id: 'id', wallet, role, fromCookie: false };
  },
};

describe('a call with a rate limit', () => {
  const counts = new Map<string, number>();
  const limiter = {
    take: async ({ name, max }: Limit, who: string) => {
      const count = (counts.get(`${name}/${who}`) ?? 0) + 1;
      counts.set(`${name}/${who}`, count);
      if (count > max) throw new Refused('too-many', 'Too many attempts.', { retryAfterSeconds: 7 });
      return async () => void counts.set(`${name}/${who}`, counts.get(`${name}/${who}`)! - 1);
    },
  };
  let app: NestExpressApplication;
  beforeAll(async () => {
    const module = await Test.createTestingModule({
      controllers: [LimitedController],
      providers: [
        { provide: CONFIG, useValue: { freshSignature: false } },
        { provide: CLOCK, useValue: systemClock },
        { provide: SessionService, useValue: sessions },
        { provide: RateLimiter, useValue: limiter },
        // Registered as in the program, because the order of the guards is tested too.
        ...(Reflect.getMetadata('providers', HttpModule) as Provider[]),
      ],
    }).compile();
    app = module.createNestApplication<NestExpressApplication>({ logger: false, forceCloseConnections: true });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());
  beforeEach(() => counts.clear());

  async function call(
    path: string,
    { as, method = 'GET', body }: { as?: string; method?: string; body?: object } = {},
  ) {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (as) headers['Authorization'] = `Bearer ${as}`;
    return fetch(`${await app.getUrl()}/api/${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  }
  const order = async (as: string, tokens: unknown = 1) =>
    (await call('orders', { as, method: 'POST', body: { tokens } })).status;

  it('is refused beyond it, with the time to wait, and each wallet has its own count', async () => {
    expect([await order('investor/rIda'), await order('investor/rIda'), await order('investor/rIda')]).toEqual([
      200, 200, 429,
    ]);
    expect(await order('investor/rBen')).toBe(200);
    const refused = await call('orders', { as: 'investor/rIda', method: 'POST', body: { tokens: 1 } });
    expect(refused.headers.get('retry-after')).toBe('7');
  });

  it('counts a body that is refused, so that trying bodies out is limited too', async () => {
    expect([
      await order('investor/rIda', 'many'),
      await order('investor/rIda', null),
      await order('investor/rIda'),
    ]).toEqual([400, 400, 429]);
  });

  it('counts nothing where the session or the role is refused', async () => {
    expect(await order('landlord/rLea')).toBe(403);
    expect((await call('orders', { method: 'POST', body: { tokens: 1 } })).status).toBe(401);
    expect([...counts]).toEqual([]);
  });

  it('is counted for a visitor’s network where nobody is signed in', async () => {
    await call('file');
    await call('file', { as: 'investor/rIda' });
    expect([...counts]).toEqual([
      ['tries/127.0.0.1', 1],
      ['tries/rIda', 1],
    ]);
  });

  it('is counted for the network whoever is signed in, where that is asked for', async () => {
    await call('network', { as: 'investor/rIda' });
    await call('network', { as: 'investor/rBen' });
    expect([...counts]).toEqual([['tries/127.0.0.1', 2]]);
  });

  it('is counted for visitors only, where that is asked for', async () => {
    await call('visitor', { as: 'investor/rIda' });
    expect([...counts]).toEqual([]);
    await call('visitor');
    expect([...counts]).toEqual([['tries/127.0.0.1', 1]]);
  });

  it('may take its count back, and is refused beyond the limit all the same', async () => {
    const status = async (method: string) => (await call('file', { as: 'investor/rIda', method })).status;
    expect([await status('HEAD'), await status('HEAD'), await status('HEAD')]).toEqual([200, 200, 200]);
    expect([await status('GET'), await status('GET'), await status('HEAD')]).toEqual([200, 200, 429]);
  });
});
