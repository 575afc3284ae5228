import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
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

  /** @throws Refused if a worker would take the request for something else than people read */
  async describe(kept: Omit<AutoTokenConfigRequest, 'issuerSeed'>) {
    const { enabled, defaultTokenAmount, minimumInvestmentThreshold, requiresBothPartiesKyc } = kept;
    const isPlain = enabled === true && typeof requiresBothPartiesKyc === 'boolean';
    if (!isPlain || !Number.isSafeInteger(defaultTokenAmount) || typeof minimumInvestmentThreshold !== 'number')
      throw new Refused('invalid', 'This is no configuration that turns automatic issuance on');
    const threshold = formatRlusd(parseRlusd(minimumInvestmentThreshold));
    const verified = requiresBothPartiesKyc ? 'between verified parties' : 'regardless of verification';
    return {
      summary: `Issue ${defaultTokenAmount} TKNEST automatically for each direct payment of at least ${threshold} RLUSD, ${verified}.`,
      beneficiaries: [],
    };
  }

  async carryOut(kept: Omit<AutoTokenConfigRequest, 'issuerSeed'>, session: Session): Promise<void> {
    await this.commands.execute(new ConfigureAutomation(session, { ...kept, issuerSeed: '' }));
  }
}
