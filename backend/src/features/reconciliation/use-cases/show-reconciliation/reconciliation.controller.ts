import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CompareRequest, type ReconciliationView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { CompareBooks } from '../compare-books/compare-books.command.js';
import { ShowReconciliation } from './reconciliation.query.js';

@Controller('api/admin/reconciliation')
@Access('admin', 'auditor')
export class ReconciliationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Books and ledger: how far they were compared, the findings, and all balances. */
  @Get()
  show(): Promise<ReconciliationView> {
    return this.queries.execute(new ShowReconciliation(false));
  }

  /** Compares what is new, or everything, now. */
  @Post()
  @HttpCode(200)
  @Access('admin')
  async compare(@Body() body?: CompareRequest): Promise<ReconciliationView> {
    await this.commands.execute(new CompareBooks(body?.full ? 'everything' : 'new'));
    return this.queries.execute(new ShowReconciliation(true));
  }

  /** Stops a running full comparison; its findings remain. */
  @Post('stop')
  @HttpCode(200)
  @Access('admin')
  async stop(): Promise<ReconciliationView> {
    await this.commands.execute(new CompareBooks('stop'));
    return this.queries.execute(new ShowReconciliation(false));
  }
}
