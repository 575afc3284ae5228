import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AutoTokenConfigRequest } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import type { ProposedAct } from '#features/proposals/module.public.js';
import { mustBeIssuers, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { ConfigureAutomation } from './configure-automation.command.js';

/** Turning automation on takes two people, as a manual issuance does. One person can turn it off. */
@Injectable()
export class AutomationAct implements ProposedAct<AutoTokenConfigRequest> {
  readonly kind = 'auto-issuance';

  constructor(
    private readonly accounts: PlatformAccounts,
    private readonly commands: CommandBus,
  ) {}

  async prepare({ issuerSeed, ...kept }: AutoTokenConfigRequest) {
    mustBeIssuers(issuerSeed, await this.accounts.address('issuer'));
    return { request: { ...kept }, linkTo: '/auto-tokens' };
  }

  async describe(kept: Omit<AutoTokenConfigRequest, 'issuerSeed'>) {
    const { defaultTokenAmount, minimumInvestmentThreshold, requiresBothPartiesKyc } = kept;
    const verified = requiresBothPartiesKyc ? 'between verified parties' : 'regardless of verification';
    return {
      summary: `Issue ${defaultTokenAmount} TKNEST automatically for each direct payment of at least ${minimumInvestmentThreshold} RLUSD, ${verified}.`,
      beneficiaries: [],
    };
  }

  async carryOut(kept: Omit<AutoTokenConfigRequest, 'issuerSeed'>, session: Session): Promise<void> {
    await this.commands.execute(new ConfigureAutomation(session, { ...kept, issuerSeed: '' }));
  }
}
