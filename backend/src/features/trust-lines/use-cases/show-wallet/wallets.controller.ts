import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { WalletInfoView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { Access, MaybeSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { mustBeTypedRight } from '../../own-wallet.js';
import { FundDemoWallet } from '../fund-demo-wallet/fund-demo-wallet.command.js';
import { ShowWallet } from './show-wallet.query.js';

@Controller('api/wallets')
export class WalletsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** A wallet's data on the ledger (REQ-1.4.7), which is public there and here. */
  @Get(':address')
  @Access('public')
  @RateLimited(LIMITS.walletLook)
  async show(@Param('address') address: string): Promise<WalletInfoView> {
    mustBeTypedRight(address);
    return this.queries.execute(new ShowWallet(address));
  }

  /** Tops a wallet up with demo money, only if the sandbox is the ledger (REQ-1.2.51). */
  @Post(':address/demo-funding')
  @HttpCode(200)
  @Access('public')
  @RateLimited(LIMITS.demoFunding)
  async fund(@MaybeSession() session: Session | null, @Param('address') address: string): Promise<WalletInfoView> {
    mustBeTypedRight(address);
    return this.commands.execute(new FundDemoWallet(session, address));
  }
}
