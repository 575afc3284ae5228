import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { WatchlistView, WatchRequest } from '@tknest/contracts/api';
import { WATCHLIST } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { isShownToAll } from '#features/listings/readers.public.js';
import { NotificationState } from '../../notification-state.js';

/** The properties that the caller watches. */
export class ShowWatchlist extends Query<WatchlistView> {
  constructor(readonly session: Session) {
    super();
  }
}

@QueryHandler(ShowWatchlist)
export class ShowWatchlistHandler implements IQueryHandler<ShowWatchlist> {
  constructor(private readonly state: NotificationState) {}

  async execute({ session }: ShowWatchlist): Promise<WatchlistView> {
    return { ids: await this.state.watchedBy(session.wallet) };
  }
}

/** Begins or ends to watch a property. */
export class Watch extends Command<WatchlistView> {
  constructor(
    readonly session: Session,
    readonly asked: WatchRequest,
  ) {
    super();
  }
}

@CommandHandler(Watch)
export class WatchHandler implements ICommandHandler<Watch> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly state: NotificationState,
  ) {}

  /** Repeating it changes nothing. @throws Refused (404 for a property that is not listed; 409 if the list is full) */
  async execute({ session: { wallet }, asked: { propertyId, watched } }: Watch): Promise<WatchlistView> {
    if (!watched) await this.state.unwatch(wallet, propertyId);
    else {
      if (!(await isShownToAll(propertyId, this.db)))
        throw new Refused('not-found', 'The requested property could not be found.');
      const [{ newest }] = await this.db.query<[{ newest: string }]>(
        'select coalesce(max(seq), 0)::text as newest from notifications',
      );
      if (!(await this.state.watch(wallet, propertyId, newest)))
        throw new Refused('conflict', `You watch ${WATCHLIST.max} properties. Remove one to watch another.`);
    }
    return { ids: await this.state.watchedBy(wallet) };
  }
}
