import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { WalletLoginRequest, type SignInLinks, type WalletLoginStatus } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Access, MaybeSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
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
import { sessionIdOf } from '#platform/sessions/session-service.js';
import { securityEvent } from '#platform/telemetry/security-log.js';
import type { Asker } from '#platform/wallet-app/request-budgets.js';
import { BeginSignIn } from './begin-sign-in.command.js';
import { DEVICE_TTL_MS, KnownDevices } from './known-devices.js';
import { LOGIN_TTL_MS } from './login-attempts.js';
import { RedeemSignIn } from './redeem-sign-in.command.js';

@Controller('api/auth')
export class SignInController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly commands: CommandBus,
    private readonly devices: KnownDevices,
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
      new BeginSignIn(body.userRole, readCookie(request, LOGIN_COOKIE), this.askerOf(session, request)),
    );
    setCookie(response, LOGIN_COOKIE, browserSecret, LOGIN_TTL_MS);
    return shown;
  }

  /** A session or a known device has its own rate limit, which strangers cannot use up. */
  private askerOf(session: Session | null, request: Request): { as: Asker; by: string } {
    if (session) return { as: 'known', by: session.wallet };
    const device = this.devices.deviceOf(readCookie(request, DEVICE_COOKIE));
    return device ? { as: 'known', by: device } : { as: 'strangers', by: networkOfClient(request) };
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
    if (status.sessionToken) {
      securityEvent('sign-in', request, {}, sessionIdOf(status.sessionToken));
      setCookie(response, SESSION_COOKIE, status.sessionToken, this.config.sessionMaxHours * 3_600_000);
      const known = this.devices.tokenFor(readCookie(request, DEVICE_COOKIE));
      setCookie(response, DEVICE_COOKIE, known, DEVICE_TTL_MS);
    } else if (status.cancelled || status.expired) {
      securityEvent('sign-in-refused', request, { how: status.cancelled ? 'cancelled' : 'expired' });
      clearCookie(response, LOGIN_COOKIE);
    }
    return status;
  }
}
