import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AllTransactionsQuery, type AdminTransactionView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { sendExport } from '#platform/http/download.js';
import { answerPage } from '#platform/http/paging.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { ExportTransactions, ListAllTransactions } from './transactions.query.js';

@Controller('api/admin/all-transactions')
@Access('admin', 'auditor')
export class AllTransactionsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** Every transaction, newest first, filtered and a page at a time (D2 §2.10). */
  @Get()
  async list(
    @Query() query: AllTransactionsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminTransactionView[]> {
    return answerPage(response, await this.queries.execute(new ListAllTransactions(query)));
  }

  /**
   * The same rows as CSV (RFC 4180, UTF-8 with a byte order mark), whatever their number, as a stream; cells cannot
   * turn into formulas.
   */
  @Get('export.csv')
  async export(
    @CurrentSession() session: Session,
    @Query() query: AllTransactionsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const file = { name: 'transactions.csv', type: 'text/csv; charset=utf-8' };
    await sendExport({ response, session, limiter: this.limiter }, file, () =>
      this.queries.execute(new ExportTransactions(query)),
    );
  }
}
