import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { DemoAccessRequest } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Access } from '#platform/http/access.js';
import { Refused } from '#platform/domain/refused.js';
import { networkOfClient } from '#platform/http/network-of.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';

const digest = (text: string) => createHash('sha256').update(text.trim().toUpperCase()).digest();

@Controller('api/demo-access')
export class DemoAccessController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly limiter: RateLimiter,
  ) {}

  /** The access code page's call (REQ-1.4.1): the server compares the code, ignoring case. */
  @Post()
  @HttpCode(204)
  @Access('public')
  async enter(@Body() body: DemoAccessRequest, @Req() request: Request): Promise<void> {
    if (this.config.accessCode === '') return;
    const uncount = await this.limiter.take(LIMITS.gate, networkOfClient(request));
    if (!timingSafeEqual(digest(body.code), digest(this.config.accessCode)))
      throw new Refused('unauthenticated', 'Invalid access code. Please try again.');
    // Counted before the comparison, so that concurrent guesses cannot bypass the limit; a correct code is not counted.
    await uncount();
  }
}
