import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AllTransactionsQuery, type AdminTransactionView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { sendExport } from '#platform/http/download.js';
import { answerPage } from '#platform/http/paging.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ExportTransactions, ListAllTransactions } from './transactions.query.js';

@Controller('api/admin/all-transactions')
@Access('admin', 'auditor')
export class AllTransactionsController {
  constructor(private readonly queries: QueryBus) {}

  /** Every transaction, newest first, filtered and a page at a time (REQ-2.2.10.3 to REQ-2.2.10.6). */
  @Get()
  async list(
    @Query() query: AllTransactionsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminTransactionView[]> {
    return answerPage(response, await this.queries.execute(new ListAllTransactions(query)));
  }

  /**
   * All of these rows as CSV (RFC 4180, UTF-8 with a byte order mark), streamed; cells are escaped so that spreadsheets
   * do not run them as formulas.
   */
  @Get('export.csv')
  @RateLimited(LIMITS.exports)
  async export(@Query() query: AllTransactionsQuery, @Res() response: Response): Promise<void> {
    const file = { name: 'transactions.csv', type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportTransactions(query)));
  }
}
