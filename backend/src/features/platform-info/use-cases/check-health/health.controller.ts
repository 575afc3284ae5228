import { Controller, Get, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Access } from '../../../../platform/http/access.js';
import { AskReadiness, type Readiness } from './ask-readiness.query.js';

@Controller('api/health')
@Access('public')
export class HealthController {
  constructor(private readonly queries: QueryBus) {}

  /** The process serves. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready for people: 200; otherwise 503, and what is missing. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.queries.execute(new AskReadiness());
    response.status(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }
}
