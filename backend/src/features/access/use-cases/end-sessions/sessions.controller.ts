import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ReasonRequest, type OpenSessionView, type SessionsEndedView } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { WalletAddress } from '#platform/http/wallet-address.js';
import { ID_LENGTH, ListSessions } from '../list-sessions/list-sessions.query.js';
import { EndOneSession } from './end-one-session.command.js';
import { EndSessions } from './end-sessions.command.js';

/** A full id as the list shows it: a prefix could match several sessions. */
const SESSION_ID = new RegExp(`^[0-9a-f]{${ID_LENGTH}}$`);

@Controller('api')
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** The caller's open sessions, the most recently used first. */
  @Get('sessions')
  list(@CurrentSession() session: Session): Promise<OpenSessionView[]> {
    return this.queries.execute(new ListSessions(session));
  }

  /** Ends one of the caller's other sessions. @throws Refused (404; 409 for the current session) */
  @Post('sessions/:id/end')
  @HttpCode(200)
  endOne(@CurrentSession() session: Session, @Param('id') id: string): Promise<SessionsEndedView> {
    if (!SESSION_ID.test(id)) throw new Refused('not-found', 'No such session');
    return this.commands.execute(new EndOneSession(session, id));
  }

  /** Ends all of the caller's sessions except the current one. */
  @Post('sessions/end-others')
  @HttpCode(200)
  endOthers(@CurrentSession() session: Session): Promise<SessionsEndedView> {
    return this.commands.execute(new EndSessions(session, session.wallet, null));
  }

  /** Ends all sessions of a wallet, with an admin's reason. */
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
