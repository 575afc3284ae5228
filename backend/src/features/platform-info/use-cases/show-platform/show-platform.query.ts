import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlatformConfigView } from '@tknest/contracts/api';
import { CURRENCY } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { PlatformAccounts } from '../../../tokens/tokens.public.js';

/** The platform's public facts: its accounts, its network, whether a gate and a sandbox stand in front. */
export class ShowPlatform extends Query<PlatformConfigView> {}

@QueryHandler(ShowPlatform)
export class ShowPlatformHandler implements IQueryHandler<ShowPlatform> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly accounts: PlatformAccounts,
  ) {}

  async execute(): Promise<PlatformConfigView> {
    const [issuer, feeWallet, payoutEscrow] = await Promise.all([
      this.accounts.address('issuer'),
      this.accounts.address('feeWallet'),
      this.accounts.address('payoutEscrow'),
    ]);
    const { xrpl, accessCode, sandbox } = this.config;
    return {
      feeWallet,
      issuer,
      payoutEscrow,
      rlusdIssuer: xrpl.rlusdIssuer,
      rlusdCurrency: CURRENCY.rlusd,
      tokenCurrency: CURRENCY.token,
      supportEmail: this.config.supportEmail,
      network: xrpl.network,
      demoGate: accessCode !== '',
      sandbox,
      demoFunding: this.config.demoFaucetUrl !== null,
      bulkOperations: this.config.bulkOperations,
      explorer: xrpl.explorer,
    };
  }
}
