import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { TokenBalanceView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { ShowTokenBalance } from './token-balance.query.js';

@Controller('api/tokens/balance')
export class TokenBalanceController {
  constructor(private readonly queries: QueryBus) {}

  /** A wallet's balance of a token, from the ledger itself (REQ-2.7.5). */
  @Get(':wallet/:currency/:issuer')
  @Access('admin', 'auditor')
  balance(
    @Param('wallet') wallet: string,
    @Param('currency') currency: string,
    @Param('issuer') issuer: string,
  ): Promise<TokenBalanceView> {
    return this.queries.execute(new ShowTokenBalance(wallet, currency, issuer));
  }
}
