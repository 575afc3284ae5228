import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { WalletLoginRequest, type SignInLinks, type WalletLoginStatus } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Access, MaybeSession } from '#platform/http/access.js';
import { isOfficeRole, type Session } from '#platform/sessions/session.js';
import { networkOfClient } from '#platform/http/network-of.js';
import {
  clearCookie,
  DEVICE_COOKIE,
  LOGIN_COOKIE,
  readCookie,
  SESSION_COOKIE,
  setCookie,
} from '#platform/sessions/cookies.js';
import { deviceOf } from '#platform/sessions/device-of.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { sessionIdOf, SessionService } from '#platform/sessions/session-service.js';
import { securityEvent } from '#platform/telemetry/security-log.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { BeginSignIn } from './begin-sign-in.command.js';
import { DEVICE_TTL_MS, KnownDevices, type DeviceKind } from './known-devices.js';
import { LOGIN_TTL_MS } from './login-attempts.js';
import { RedeemSignIn } from './redeem-sign-in.command.js';

@Controller('api/auth')
export class SignInController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly commands: CommandBus,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionService,
    private readonly standing: ToldStanding,
  ) {}

  /**
   * Begins a sign-in with the wallet app, or shows the open one of this client again. The cookie ties it to the client,
   * and is new each time.
   */
  @Post('xumm-login')
  @HttpCode(200)
  @Access('public')
  @RateLimited(LIMITS.loginStart, 'network')
  async begin(
    @Body() body: WalletLoginRequest,
    @MaybeSession() session: Session | null,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInLinks> {
    const { shown, browserSecret } = await this.commands.execute(
      new BeginSignIn(body.userRole, readCookie(request, LOGIN_COOKIE), await this.askerOf(session, request)),
    );
    setCookie(response, LOGIN_COOKIE, browserSecret, LOGIN_TTL_MS);
    return shown;
  }

  /** A known wallet or device has a share of requests that strangers cannot use up. */
  private async askerOf(session: Session | null, request: Request): Promise<BeginSignIn['asker']> {
    const network = networkOfClient(request);
    const device = this.devices.deviceOf(readCookie(request, DEVICE_COOKIE));
    const kind = device?.kind ?? (session && (await this.kindOf(session.wallet)));
    const own = device?.id ?? session?.wallet;
    if (!kind || !own) return { as: 'strangers', by: [network] };
    // The office is often behind one address.
    return { as: kind, by: kind === 'office' ? [own] : [own, network] };
  }

  /** Null for a wallet that anybody could have made. */
  private async kindOf(wallet: string): Promise<DeviceKind | null> {
    const isNamed = isOfficeRole(this.sessions.roleOf(wallet, 'investor'));
    return isNamed ? 'office' : (await this.standing.isVerified(wallet, 'any')) ? 'known' : null;
  }

  @Get('xumm-status/:payloadUuid')
  @Access('public')
  async status(
    @Param('payloadUuid') payloadUuid: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletLoginStatus> {
    const device = deviceOf(request.headers['user-agent']);
    const secret = readCookie(request, LOGIN_COOKIE) ?? '';
    const status = await this.commands.execute(new RedeemSignIn(payloadUuid, secret, device));
    if (status.sessionToken && status.walletAddress) {
      securityEvent('sign-in', request, {}, sessionIdOf(status.sessionToken));
      setCookie(response, SESSION_COOKIE, status.sessionToken, this.config.sessionMaxHours * 3_600_000);
      const kind = await this.kindOf(status.walletAddress);
      const token = kind && this.devices.tokenFor(readCookie(request, DEVICE_COOKIE), kind);
      if (token) setCookie(response, DEVICE_COOKIE, token, DEVICE_TTL_MS);
    } else if (status.cancelled || status.expired) {
      securityEvent('sign-in-refused', request, { how: status.cancelled ? 'cancelled' : 'expired' });
      clearCookie(response, LOGIN_COOKIE);
    }
    return status;
  }
}
