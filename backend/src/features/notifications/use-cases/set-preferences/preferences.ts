import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NotificationPreferenceRequest, NotificationPreferencesView } from '@tknest/contracts/api';
import type { Session } from '../../../../platform/http/access.js';
import { NotificationState } from '../../state/notification-state.js';
import { topicsOf } from '../../words/index.js';

/** What somebody is told of. */
export class ShowPreferences extends Query<NotificationPreferencesView> {
  constructor(readonly session: Session) {
    super();
  }
}

@QueryHandler(ShowPreferences)
export class ShowPreferencesHandler implements IQueryHandler<ShowPreferences> {
  constructor(private readonly state: NotificationState) {}

  execute({ session }: ShowPreferences): Promise<NotificationPreferencesView> {
    return shown(this.state, session);
  }
}

/** Somebody wants to be told of a topic, or not. */
export class SetPreference extends Command<NotificationPreferencesView> {
  constructor(
    readonly session: Session,
    readonly wish: NotificationPreferenceRequest,
  ) {
    super();
  }
}

@CommandHandler(SetPreference)
export class SetPreferenceHandler implements ICommandHandler<SetPreference> {
  constructor(private readonly state: NotificationState) {}

  async execute({ session, wish: { topic, show, mail } }: SetPreference): Promise<NotificationPreferencesView> {
    await this.state.wish(session.wallet, topic, {
      ...(show !== undefined && { show }),
      ...(mail !== undefined && { mail }),
    });
    return shown(this.state, session);
  }
}

async function shown(state: NotificationState, { wallet, role }: Session): Promise<NotificationPreferencesView> {
  const wishes = await state.wishesOf(wallet);
  return { topics: topicsOf(role).map((topic) => ({ topic, ...wishes[topic] })), mail: 'off' };
}
