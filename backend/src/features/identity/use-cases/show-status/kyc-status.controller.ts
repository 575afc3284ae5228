import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { OwnWalletQuery, type KycRecord, type KycStatus } from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ShowStatus } from './show-status.query.js';

@Controller('api/kyc')
export class KycStatusController {
  constructor(private readonly queries: QueryBus) {}

  @Get('status')
  mine(@CurrentSession() session: Session, @Query() { wallet }: OwnWalletQuery): Promise<KycRecord> {
    return this.record(session, wallet || session.wallet);
  }

  @Get('status/:walletAddress')
  async status(
    @CurrentSession() session: Session,
    @Param('walletAddress') wallet: string,
  ): Promise<{ success: true; kyc: KycRecord }> {
    return { success: true, kyc: await this.record(session, wallet) };
  }

  @Get('check/:walletAddress')
  async check(
    @CurrentSession() session: Session,
    @Param('walletAddress') wallet: string,
  ): Promise<{ kycStatus: KycStatus }> {
    return { kycStatus: (await this.record(session, wallet)).kycStatus };
  }

  private record(session: Session, wallet: string): Promise<KycRecord> {
    return this.queries.execute(new ShowStatus(session, wallet));
  }
}
