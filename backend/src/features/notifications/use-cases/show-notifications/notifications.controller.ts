import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  NotificationPreferenceRequest,
  NotificationsQuery,
  ReadNotificationsRequest,
  type NotificationPreferencesView,
  type NotificationView,
  type UnreadView,
} from '@tknest/contracts/api';
import type { Response } from 'express';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage } from '#platform/http/paging.js';
import { MarkRead } from '../mark-read/mark-read.command.js';
import { SetPreference, ShowPreferences } from '../set-preferences/preferences.js';
import { CountUnread, ListNotifications } from './list-notifications.query.js';

@Controller('api/notifications')
export class NotificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** The caller's notifications, newest first: as a landlord, a token holder, an admin or an officer. */
  @Get()
  async list(
    @CurrentSession() session: Session,
    @Query() page: NotificationsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationView[]> {
    return answerPage(response, await this.queries.execute(new ListNotifications(session, page)));
  }

  /** Counted up to 100. */
  @Get('unread')
  unread(@CurrentSession() session: Session): Promise<UnreadView> {
    return this.queries.execute(new CountUnread(session));
  }

  /** Marks these as read, or everything so far. */
  @Post('read')
  @HttpCode(200)
  read(@CurrentSession() session: Session, @Body() body: ReadNotificationsRequest): Promise<UnreadView> {
    return this.commands.execute(new MarkRead(session, body));
  }

  /** The user's preferences for the list and for mail. */
  @Get('preferences')
  preferences(@CurrentSession() session: Session): Promise<NotificationPreferencesView> {
    return this.queries.execute(new ShowPreferences(session));
  }

  @Post('preferences')
  @HttpCode(200)
  prefer(
    @CurrentSession() session: Session,
    @Body() wish: NotificationPreferenceRequest,
  ): Promise<NotificationPreferencesView> {
    return this.commands.execute(new SetPreference(session, wish));
  }
}
