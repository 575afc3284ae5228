import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PurchasesQuery, type TransactionView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { sendExport } from '#platform/http/download.js';
import { answerPage } from '#platform/http/paging.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ExportPurchases, ListPurchases } from './purchases.query.js';

@Controller('api/transactions')
export class TransactionsController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * An investor's purchases; for a landlord, purchases of their own properties, or with `mine=true` what they bought
   * themselves. Newest first, a page at a time.
   */
  @Get()
  async list(
    @CurrentSession() session: Session,
    @Query() query: PurchasesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TransactionView[]> {
    return answerPage(response, await this.queries.execute(new ListPurchases(session, query)));
  }

  /** All of these rows as CSV, streamed; cells are escaped so that spreadsheets do not run them as formulas. */
  @Get('export.csv')
  @RateLimited(LIMITS.exports)
  async export(
    @CurrentSession() session: Session,
    @Query() query: PurchasesQuery,
    @Res() response: Response,
  ): Promise<void> {
    const file = { name: 'participation-history.csv', type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportPurchases(session, query)));
  }
}
