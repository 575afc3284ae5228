import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { WatchRequest, type WatchlistView } from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ShowWatchlist, Watch } from './watch.command.js';

@Controller('api/watchlist')
export class WatchlistController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** The properties that the caller watches. */
  @Get()
  show(@CurrentSession() session: Session): Promise<WatchlistView> {
    return this.queries.execute(new ShowWatchlist(session));
  }

  /** Begins or ends to watch a property: its watchers are told when its sale goes on again or is about to end. */
  @Post()
  @HttpCode(200)
  watch(@CurrentSession() session: Session, @Body() body: WatchRequest): Promise<WatchlistView> {
    return this.commands.execute(new Watch(session, body));
  }
}
