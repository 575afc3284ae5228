import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { SessionView, UserInfoView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import {
  Access,
  CurrentSession,
  MaybeSession,
  type Session,
  type SessionRequest,
} from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { clearCookie, LOGIN_COOKIE, SESSION_COOKIE } from '../../../../platform/sessions/cookies.js';
import { SessionService } from '../../../../platform/sessions/session-service.js';
import { KycStanding } from '../../../identity/identity.public.js';
import { LoginAttempts } from '../sign-in/login-attempts.js';

@Controller('api')
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly attempts: LoginAttempts,
    private readonly standing: KycStanding,
    private readonly causation: Causation,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Who the caller is; nulls for a visitor. */
  @Get('session')
  @Access('public')
  async show(@MaybeSession() session: Session | null): Promise<SessionView> {
    if (!session) return { walletAddress: null, userRole: null, kycStatus: null, csrfToken: null };
    const { kycStatus } = await this.standing.of(session.wallet, session.role === 'landlord' ? 'landlord' : 'investor');
    return { walletAddress: session.wallet, userRole: session.role, kycStatus, csrfToken: session.csrfToken };
  }

  /** Ends the session at the server. */
  @Post('auth/logout')
  @HttpCode(204)
  @Access('public')
  async logout(@Req() request: SessionRequest, @Res({ passthrough: true }) response: Response): Promise<void> {
    const { session } = request;
    for (const cookie of [SESSION_COOKIE, LOGIN_COOKIE]) clearCookie(response, cookie);
    if (!session) return;
    await this.attempts.forget(session.wallet);
    await this.sessions.close(session.id);
    await this.store.append(
      `wallet-${session.wallet}`,
      'any',
      [{ type: 'WalletSignedOut', data: { wallet: session.wallet } }],
      await this.causation.contextOf({ session }),
    );
  }

  /** In which role the caller is signed in, and since when; `wallet` (D1 §7) can only be the caller's own. */
  @Get('user/info')
  userInfo(@CurrentSession() session: Session, @Query('wallet') wallet?: string): UserInfoView {
    if (wallet && wallet !== session.wallet) throw new Refused('not-found', 'No such user');
    return { role: session.role, signedInAt: session.openedAt.toISOString() };
  }
}
