import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import { MailBox } from './mail/mail-box.js';
import { MailsMetric } from './mail/mails.metric.js';
import { MailProcess } from './mail/mail.process.js';
import { OwnNotices } from './own-notices.js';
import { ForgetStateProcess } from './processes/forget-state.process.js';
import {
  NotificationSubject,
  NotificationRow,
  PropertyHolder,
} from './read-models/notifications/notification.entities.js';
import { notificationsProjection } from './read-models/notifications/notifications.projection.js';
import { NotificationState } from './notification-state.js';
import { MarkReadHandler } from './use-cases/mark-read/mark-read.command.js';
import { Preferences, SetPreferenceHandler, ShowPreferencesHandler } from './use-cases/set-preferences/preferences.js';
import {
  CountUnreadHandler,
  ListNotificationsHandler,
} from './use-cases/show-notifications/list-notifications.query.js';
import { ShowWatchlistHandler, WatchHandler } from './use-cases/watch/watch.command.js';
import { WatchlistController } from './use-cases/watch/watchlist.controller.js';
import { NotificationsController } from './use-cases/show-notifications/notifications.controller.js';

/** Notifications: in the list, as a count over the live feed, and by mail. */
@Module({
  imports: [IdentityModule, TypeOrmModule.forFeature([NotificationRow, PropertyHolder, NotificationSubject])],
  controllers: [NotificationsController, WatchlistController],
  providers: [
    NotificationState,
    Preferences,
    OwnNotices,
    ForgetStateProcess,
    MailBox,
    MailProcess,
    MailsMetric,
    ListNotificationsHandler,
    CountUnreadHandler,
    MarkReadHandler,
    ShowPreferencesHandler,
    SetPreferenceHandler,
    ShowWatchlistHandler,
    WatchHandler,
  ],
})
export class NotificationsModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly forget: ForgetStateProcess,
    private readonly mail: MailProcess,
  ) {}

  onModuleInit(): void {
    this.projections.register(notificationsProjection);
    this.processes.register(this.forget);
    this.processes.register(this.mail);
  }
}
