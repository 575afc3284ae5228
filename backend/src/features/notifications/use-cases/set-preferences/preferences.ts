import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NotificationPreferenceRequest, NotificationPreferencesView } from '@tknest/contracts/api';
import { CONFIG, type Config } from '#platform/config/config.js';
import type { Session } from '#platform/sessions/session.js';
import { Addresses } from '#features/identity/module.public.js';
import { NotificationState } from '../../notification-state.js';
import { topicsOf } from '../../words/index.js';

/** A user's preferences, and whether mail can reach them. */
@Injectable()
export class Preferences {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly state: NotificationState,
    private readonly addresses: Addresses,
  ) {}

  async of({ wallet, role }: Session): Promise<NotificationPreferencesView> {
    const wishes = await this.state.wishesOf(wallet);
    const topics = topicsOf(role).map((topic) => ({ topic, ...wishes[topic] }));
    if (!this.config.smtp) return { topics, mail: 'off' };
    return { topics, mail: (await this.addresses.emailOf(wallet)) ? 'ready' : 'no-address' };
  }
}

/** Shows a user's preferences. */
export class ShowPreferences extends Query<NotificationPreferencesView> {
  constructor(readonly session: Session) {
    super();
  }
}

@QueryHandler(ShowPreferences)
export class ShowPreferencesHandler implements IQueryHandler<ShowPreferences> {
  constructor(private readonly preferences: Preferences) {}

  execute({ session }: ShowPreferences): Promise<NotificationPreferencesView> {
    return this.preferences.of(session);
  }
}

/** Changes a user's preference for a topic. */
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
  constructor(
    private readonly state: NotificationState,
    private readonly preferences: Preferences,
  ) {}

  async execute({ session, wish: { topic, show, mail } }: SetPreference): Promise<NotificationPreferencesView> {
    await this.state.wish(session.wallet, topic, {
      ...(show !== undefined && { show }),
      ...(mail !== undefined && { mail }),
    });
    return this.preferences.of(session);
  }
}
