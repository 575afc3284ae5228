import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ReasonRequest, type OpenSessionView, type SessionsEndedView } from '@tknest/contracts/api';
import { Refused } from '../../../../platform/domain/refused.js';
import { Access, CurrentSession } from '../../../../platform/http/access.js';
import type { Session } from '../../../../platform/sessions/session.js';
import { WalletAddress } from '../../../../platform/http/wallet-address.js';
import { ID_LENGTH, ListSessions } from '../list-sessions/list-sessions.query.js';
import { EndOneSession } from './end-one-session.command.js';
import { EndSessions } from './end-sessions.command.js';

/** As long as the list shows it: a shorter one could mean several. */
const SESSION_ID = new RegExp(`^[0-9a-f]{${ID_LENGTH}}$`);

@Controller('api')
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** One's own open sessions, the latest used first. */
  @Get('sessions')
  list(@CurrentSession() session: Session): Promise<OpenSessionView[]> {
    return this.queries.execute(new ListSessions(session));
  }

  /** Ends one of one's own, by the id that the list names it with. @throws Refused (404, 409 for this one) */
  @Post('sessions/:id/end')
  @HttpCode(200)
  endOne(@CurrentSession() session: Session, @Param('id') id: string): Promise<SessionsEndedView> {
    if (!SESSION_ID.test(id)) throw new Refused('not-found', 'No such session');
    return this.commands.execute(new EndOneSession(session, id));
  }

  /** Ends all of one's own but this. */
  @Post('sessions/end-others')
  @HttpCode(200)
  endOthers(@CurrentSession() session: Session): Promise<SessionsEndedView> {
    return this.commands.execute(new EndSessions(session, session.wallet, null));
  }

  /** An admin ends all of somebody, and says why. */
  @Post('admin/users/:wallet/end-sessions')
  @HttpCode(200)
  @Access('admin')
  endAll(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
    @Body() { reason }: ReasonRequest,
  ): Promise<SessionsEndedView> {
    return this.commands.execute(new EndSessions(session, wallet, reason));
  }
}
