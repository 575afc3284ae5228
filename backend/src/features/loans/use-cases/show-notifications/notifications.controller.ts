import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PageQuery, type NotificationView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { answerPage } from '../../../../platform/http/paging.js';
import { ListNotifications } from './list-notifications.query.js';

@Controller('api/notifications')
export class NotificationsController {
  constructor(private readonly queries: QueryBus) {}

  /** One's own, newest first: as an owner, as a holder of tokens, as an admin. */
  @Get()
  async list(
    @CurrentSession() session: Session,
    @Query() page: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationView[]> {
    return answerPage(response, await this.queries.execute(new ListNotifications(session, page)));
  }
}
