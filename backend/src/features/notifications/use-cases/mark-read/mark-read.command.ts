import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReadNotificationsRequest, UnreadView } from '@tknest/contracts/api';
import { NOTICES } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { seqOf } from '#platform/http/paging.js';
import { OwnNotices } from '../../own-notices.js';
import { NotificationState } from '../../notification-state.js';

/** Marks these notifications as read, or all so far. */
export class MarkRead extends Command<UnreadView> {
  constructor(
    readonly session: Session,
    readonly what: ReadNotificationsRequest,
  ) {
    super();
  }
}

@CommandHandler(MarkRead)
export class MarkReadHandler implements ICommandHandler<MarkRead> {
  constructor(
    private readonly notices: OwnNotices,
    private readonly state: NotificationState,
  ) {}

  /** Ignores notifications of others. @throws Refused (400) if it names neither ids nor `all` */
  async execute({ session, what: { ids, all, through } }: MarkRead): Promise<UnreadView> {
    if (!all === !ids) throw new Refused('invalid', 'Give either ids or all');
    if (all) await this.state.markAllRead(session.wallet, await this.notices.newest(session, through), !through);
    else {
      const own = await this.notices.list(session, { ids, before: seqOf(undefined), limit: NOTICES.readMax });
      await this.state.markRead(
        session.wallet,
        own.filter(({ read }) => !read).map(({ notificationId }) => notificationId),
      );
    }
    return this.notices.unread(session);
  }
}
