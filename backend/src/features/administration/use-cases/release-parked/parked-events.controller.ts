import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PageQuery, ReleaseParkedRequest, type ParkedEventView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage } from '#platform/http/paging.js';
import type { Released } from '#platform/parked.js';
import { ListParkedEvents } from './parked-events.query.js';
import { ReleaseParked } from './release-parked.command.js';

@Controller('api/admin/parked-events')
@Access('admin', 'auditor')
export class ParkedEventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Failed events, with the consumer that failed and the reason; later events of the same lane wait behind them. */
  @Get()
  async list(@Query() query: PageQuery, @Res({ passthrough: true }) response: Response): Promise<ParkedEventView[]> {
    return answerPage(response, await this.queries.execute(new ListParkedEvents(query)));
  }

  /** Retries the failed events of a consumer once the cause is fixed; those that fail again stay. */
  @Post('release')
  @HttpCode(200)
  @Access('admin')
  release(@CurrentSession() session: Session, @Body() { consumer }: ReleaseParkedRequest): Promise<Released> {
    return this.commands.execute(new ReleaseParked(session, consumer));
  }
}
