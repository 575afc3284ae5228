import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { WalletLoginRequest, type SignInLinks, type WalletLoginStatus } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { Access } from '../../../../platform/http/access.js';
import {
  clearCookie,
  LOGIN_COOKIE,
  readCookie,
  SESSION_COOKIE,
  setCookie,
} from '../../../../platform/sessions/cookies.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { BeginSignIn } from './begin-sign-in.command.js';
import { LOGIN_TTL_MS } from './login-attempts.js';
import { RedeemSignIn } from './redeem-sign-in.command.js';

@Controller('api/auth')
export class SignInController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly commands: CommandBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** Begins a sign-in with the wallet app. The cookie ties it to this client, and is made anew each time. */
  @Post('xumm-login')
  @HttpCode(200)
  @Access('public')
  async begin(
    @Body() body: WalletLoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInLinks> {
    await this.limiter.take(LIMITS.loginStart, request.ip ?? '');
    const secret = randomBytes(32).toString('base64url');
    const links = await this.commands.execute(new BeginSignIn(body.userRole, secret));
    setCookie(response, LOGIN_COOKIE, secret, LOGIN_TTL_MS);
    return links;
  }

  @Get('xumm-status/:payloadUuid')
  @Access('public')
  async status(
    @Param('payloadUuid') payloadUuid: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletLoginStatus> {
    const status = await this.commands.execute(new RedeemSignIn(payloadUuid, readCookie(request, LOGIN_COOKIE) ?? ''));
    if (status.sessionToken) {
      setCookie(response, SESSION_COOKIE, status.sessionToken, this.config.sessionMaxHours * 3_600_000);
    } else if (status.cancelled || status.expired) {
      clearCookie(response, LOGIN_COOKIE);
    }
    return status;
  }
}
