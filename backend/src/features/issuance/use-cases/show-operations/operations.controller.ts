import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  PageQuery,
  type PayoutOperationView,
  type TokenOperationView,
  type TokenRecipientView,
  type UnallocatedView,
} from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { answerPage } from '#platform/http/paging.js';
import { WalletAddress } from '#platform/http/wallet-address.js';
import { ListIssuances, operationRow, unallocatedRow } from './list-issuances.query.js';
import { ShowOperation } from './show-operation.query.js';
import { ShowRecipient } from './show-recipient.query.js';

@Controller('api/tokens')
@Access('admin', 'auditor')
export class OperationsController {
  constructor(private readonly queries: QueryBus) {}

  /** Manual and automatic issuances, newest first. */
  @Get('operations')
  async list(@Query() asked: PageQuery, @Res({ passthrough: true }) response: Response): Promise<TokenOperationView[]> {
    return answerPage(response, await this.queries.execute(new ListIssuances('operations', asked))).map(operationRow);
  }

  @Get('operations/:id')
  one(@Param('id') id: string): Promise<TokenOperationView | PayoutOperationView> {
    return this.queries.execute(new ShowOperation(id));
  }

  /** Manual and automatic issuances not yet assigned to a register. */
  @Get('unallocated')
  async unallocated(
    @Query() asked: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UnallocatedView[]> {
    return answerPage(response, await this.queries.execute(new ListIssuances('unallocated', asked))).map(
      unallocatedRow,
    );
  }

  /** A wallet that tokens are about to be issued to: its verification, trust line and balance. */
  @Get('recipients/:wallet')
  recipient(@Param('wallet', WalletAddress) wallet: string): Promise<TokenRecipientView> {
    return this.queries.execute(new ShowRecipient(wallet));
  }
}
