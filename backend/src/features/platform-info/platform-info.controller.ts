import { Controller, Get, Inject } from '@nestjs/common';
import type { PlatformConfigView } from '@tknest/contracts/api';
import { CURRENCY } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Access } from '../../platform/http/access.js';
import { PlatformAccounts } from '../tokens/tokens.public.js';

@Controller('api/platform/config')
export class PlatformInfoController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly accounts: PlatformAccounts,
  ) {}

  /** The platform's public facts: its accounts, its network, whether a gate and a sandbox stand in front. */
  @Get()
  @Access('public')
  async show(): Promise<PlatformConfigView> {
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
      network: xrpl.network,
      demoGate: accessCode !== '',
      sandbox,
      explorer: xrpl.explorer,
    };
  }
}
