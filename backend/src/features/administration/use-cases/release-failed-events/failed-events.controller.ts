import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PageQuery, ReleaseFailedEventsRequest, type FailedEventView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage } from '#platform/http/paging.js';
import type { Released } from '#platform/failed-events.js';
import { ListFailedEvents } from './failed-events.query.js';
import { ReleaseFailedEvents } from './release-failed-events.command.js';

@Controller('api/admin/failed-events')
@Access('admin', 'auditor')
export class FailedEventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Failed events, with the consumer that failed and the reason; later events of the same lane wait behind them. */
  @Get()
  async list(@Query() query: PageQuery, @Res({ passthrough: true }) response: Response): Promise<FailedEventView[]> {
    return answerPage(response, await this.queries.execute(new ListFailedEvents(query)));
  }

  /** Retries the failed events of a consumer once the cause is fixed; those that fail again stay. */
  @Post('release')
  @HttpCode(200)
  @Access('admin')
  release(@CurrentSession() session: Session, @Body() { consumer }: ReleaseFailedEventsRequest): Promise<Released> {
    return this.commands.execute(new ReleaseFailedEvents(session, consumer));
  }
}
