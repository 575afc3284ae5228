import { Controller, Get, Param, Query } from '@nestjs/common';
import type { KycRecord, KycStatus } from '@tknest/contracts/api';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { KycStanding } from '../../kyc-standing.js';

const MAY_SEE_ALL = new Set(['admin', 'auditor', 'compliance']);

@Controller('api/kyc')
export class KycStatusController {
  constructor(private readonly standing: KycStanding) {}

  @Get('status')
  mine(@CurrentSession() session: Session, @Query('wallet') wallet?: string): Promise<KycRecord> {
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

  private async record(session: Session, wallet: string): Promise<KycRecord> {
    if (wallet !== session.wallet && !MAY_SEE_ALL.has(session.role)) throw new Refused('not-found', 'No such person');
    const chosen = session.role === 'landlord' ? 'landlord' : 'investor';
    const own = await this.standing.of(wallet, chosen);
    if (wallet === session.wallet || own.kycStatus !== 'not_started') return own;
    return this.standing.of(wallet, chosen === 'landlord' ? 'investor' : 'landlord');
  }
}
