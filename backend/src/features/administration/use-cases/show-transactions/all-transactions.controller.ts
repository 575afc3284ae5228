import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { AllTransactionsQuery, type AdminTransactionView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { sendWhileMaking } from '../../../../platform/http/download.js';
import { cursorOf, limitOf, seqOf } from '../../../../platform/http/paging.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { BYTE_ORDER_MARK, csvRow } from './csv.js';
import { TransactionPage } from './transaction-page.js';
import { filterOf, type TransactionFilter, viewOf } from './transaction-query.js';

const CSV_COLUMNS = ['Status', 'Type', 'Description', 'Wallet', 'Amount', 'Currency', 'Property', 'Date', 'TX Hash'];
const CSV_PAGE = 2_000;

@Controller('api/admin/all-transactions')
@Access('admin', 'auditor')
export class AllTransactionsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly limiter: RateLimiter,
    private readonly pages: TransactionPage,
  ) {}

  /** Every transaction, newest first, filtered and a page at a time (D2 §2.10). */
  @Get()
  async list(
    @Query() query: AllTransactionsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminTransactionView[]> {
    const limit = limitOf(query.limit);
    const rows = await this.pages.read(filterOf(query, this.clock.now()), seqOf(query.cursor), limit + 1);
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(rows[limit - 1]!.seq));
    return rows.slice(0, limit).map(viewOf);
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
    await this.limiter.take(LIMITS.exports, session.wallet);
    await sendWhileMaking(
      response,
      { name: 'transactions.csv', type: 'text/csv; charset=utf-8' },
      this.csv(filterOf(query, this.clock.now())),
    );
  }

  private async *csv(filter: TransactionFilter): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow(CSV_COLUMNS);
    for (let before = seqOf(undefined), full = true; full;) {
      const rows = await this.pages.read(filter, before, CSV_PAGE);
      yield rows.map(viewOf).map(csvRowOf).join('');
      full = rows.length === CSV_PAGE;
      before = rows.at(-1)?.seq ?? before;
    }
  }
}

const csvRowOf = (t: AdminTransactionView) =>
  csvRow([
    t.status,
    t.type,
    t.description,
    t.userWallet,
    String(t.amount),
    t.currency,
    t.propertyName ?? '',
    t.timestamp,
    t.txHash ?? '',
  ]);
