import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { EscrowView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { ShowEscrow } from './escrow.query.js';

@Controller('api/admin/escrow')
@Access('admin', 'auditor')
export class EscrowController {
  constructor(private readonly queries: QueryBus) {}

  /** The payout escrow's books; their balances sum to its balance on the ledger. */
  @Get()
  show(): Promise<EscrowView> {
    return this.queries.execute(new ShowEscrow());
  }
}
