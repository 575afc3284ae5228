import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { AdminTransactionView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { cursorOf, limitOf, seqOf } from '../../../../platform/http/paging.js';
import { LIMITS, RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { csvRow } from './csv.js';
import { viewOf, whereOf, type TransactionRow } from './transaction-query.js';

const CSV_COLUMNS = ['Status', 'Type', 'Description', 'Wallet', 'Amount', 'Currency', 'Property', 'Date', 'TX Hash'];
const CSV_PAGE = 2_000;

@Controller('api/admin/all-transactions')
@Access('admin', 'auditor')
export class AllTransactionsController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  /** Every transaction, newest first, filtered and a page at a time (D2 §2.10). */
  @Get()
  async list(@Query() query: Record<string, string>, @Res({ passthrough: true }) response: Response): Promise<AdminTransactionView[]> {
    const limit = limitOf(query.limit);
    const rows = await this.page(query, seqOf(query.cursor), limit + 1);
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(rows[limit - 1]!.seq));
    return rows.slice(0, limit).map(viewOf);
  }

  /** The same rows as CSV (RFC 4180), whatever their number, as a stream; cells cannot turn into formulas. */
  @Get('export.csv')
  async export(@CurrentSession() session: Session, @Query() query: Record<string, string>, @Res() response: Response): Promise<void> {
    await this.limiter.take(LIMITS.exports, session.wallet);
    response.set({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="transactions.csv"', 'Cache-Control': 'no-store' });
    response.write(csvRow(CSV_COLUMNS));
    for (let before = seqOf(undefined); ; ) {
      const rows = await this.page(query, before, CSV_PAGE);
      const text = rows.map(viewOf).map((t) => csvRow([t.status, t.type, t.description, t.userWallet, String(t.amount), t.currency, t.propertyName ?? '', t.timestamp, t.txHash ?? ''])).join('');
      if (text && !response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
      if (rows.length < CSV_PAGE || response.destroyed) break;
      before = rows.at(-1)!.seq;
    }
    response.end();
  }

  private page(query: Record<string, string>, before: string, limit: number): Promise<TransactionRow[]> {
    const { sql, values } = whereOf(query, this.clock.now());
    return this.db.query(
      `select id, seq, payment_id, leg, status, type, description, user_wallet, amount, currency, property_id, property_name, at, tx_hash
       from transactions where ${sql} and seq < $${values.length + 1} order by seq desc limit $${values.length + 2}`,
      [...values, before, limit],
    );
  }
}
