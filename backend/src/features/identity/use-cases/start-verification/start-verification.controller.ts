import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InitializeKycRequest, StartKycRequest, type KycStarted } from '@tknest/contracts/api';
import type { VerificationProvider } from '@tknest/contracts/events';
import { KYC, LIMITS } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { StartVerification } from './start-verification.command.js';

@Controller('api/kyc')
export class StartVerificationController {
  constructor(private readonly commands: CommandBus) {}

  /** REQ-1.7.10: with the recommended provider. */
  @Post('initialize')
  @HttpCode(200)
  @RateLimited(LIMITS.verificationStart)
  initialize(@CurrentSession() session: Session, @Body() request: InitializeKycRequest): Promise<KycStarted> {
    return this.start(session, request, KYC.providers[0]);
  }

  /** REQ-1.7.15: with the provider that the person chose. Its page opens in a new window. */
  @Post('start')
  @HttpCode(200)
  @RateLimited(LIMITS.verificationStart)
  choose(@CurrentSession() session: Session, @Body() request: StartKycRequest): Promise<KycStarted> {
    return this.start(session, request, request.provider);
  }

  /** @throws Refused (404 for another person's wallet) */
  private async start(
    session: Session,
    { walletAddress, userRole }: InitializeKycRequest,
    provider: VerificationProvider,
  ): Promise<KycStarted> {
    if (walletAddress && walletAddress !== session.wallet) throw new Refused('not-found', 'No such person');
    return this.commands.execute(new StartVerification(session, userRole, provider));
  }
}
