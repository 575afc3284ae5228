import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { OwnWalletQuery, type SessionView, type UserInfoView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Refused } from '#platform/domain/refused.js';
import { Access, CurrentSession, MaybeSession, type SessionRequest } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { clearCookie, LOGIN_COOKIE, SESSION_COOKIE } from '#platform/sessions/cookies.js';
import { SignOut } from '../sign-out/sign-out.command.js';
import { ShowSession } from './show-session.query.js';

@Controller('api')
export class SessionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** The caller's session; its fields are null for a visitor. */
  @Get('session')
  @Access('public')
  show(@MaybeSession() session: Session | null): Promise<SessionView> {
    return this.queries.execute(new ShowSession(session));
  }

  /** Ends the session at the server. */
  @Post('auth/logout')
  @HttpCode(204)
  @Access('public')
  async logout(@Req() { session }: SessionRequest, @Res({ passthrough: true }) response: Response): Promise<void> {
    for (const cookie of [SESSION_COOKIE, LOGIN_COOKIE]) clearCookie(response, cookie);
    if (session) await this.commands.execute(new SignOut(session));
  }

  /** In which role the caller is signed in, and since when; `wallet` (REQ-1.7.16) can only be the caller's own. */
  @Get('user/info')
  userInfo(@CurrentSession() session: Session, @Query() { wallet }: OwnWalletQuery): UserInfoView {
    if (wallet && wallet !== session.wallet) throw new Refused('not-found', 'No such user');
    return { role: session.role, signedInAt: session.openedAt.toISOString() };
  }
}
