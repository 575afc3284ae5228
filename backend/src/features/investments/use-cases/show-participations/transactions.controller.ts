import { Controller, Get, Query, Res } from '@nestjs/common';
import { ParticipationsQuery, type TransactionView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { sendWhileMaking } from '../../../../platform/http/download.js';
import { cursorOf, limitOf, seqOf } from '../../../../platform/http/paging.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { BYTE_ORDER_MARK, csvRow } from '../../../administration/administration.public.js';
import { filterOf, Participations, viewOf, type ParticipationFilter } from './participation-query.js';

const CSV_COLUMNS = [
  'Property',
  'Tokens',
  'Cost (RLUSD)',
  'Monthly Rent Income (RLUSD)',
  'Date',
  'Transaction hash',
] as const;
const CSV_PAGE = 2_000;

@Controller('api/transactions')
export class TransactionsController {
  constructor(
    private readonly participations: Participations,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * An investor's purchases; for a landlord the purchases of the own properties, or with `mine=true` what the landlord
   * bought. Newest first, a page at a time.
   */
  @Get()
  async list(
    @CurrentSession() session: Session,
    @Query() query: ParticipationsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TransactionView[]> {
    const limit = limitOf(query.limit);
    const rows = await this.participations.page(session, filterOf(query), seqOf(query.cursor), limit + 1);
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(rows[limit - 1]!.seq));
    return rows.slice(0, limit).map(viewOf);
  }

  /** The same rows as CSV, whatever their number, as a stream; cells cannot turn into formulas. */
  @Get('export.csv')
  async export(
    @CurrentSession() session: Session,
    @Query() query: ParticipationsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.limiter.take(LIMITS.exports, session.wallet);
    await sendWhileMaking(
      response,
      { name: 'participation-history.csv', type: 'text/csv; charset=utf-8' },
      this.csv(session, filterOf(query)),
    );
  }

  private async *csv(session: Session, filter: ParticipationFilter): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow(CSV_COLUMNS);
    for (let before = seqOf(undefined), full = true; full;) {
      const rows = await this.participations.page(session, filter, before, CSV_PAGE);
      yield rows.map(viewOf).map(csvRowOf).join('');
      full = rows.length === CSV_PAGE;
      before = rows.at(-1)?.seq ?? before;
    }
  }
}

const csvRowOf = (row: TransactionView) =>
  csvRow([
    row.propertyName,
    String(row.tokensPurchased),
    String(row.totalCost),
    String(row.estimatedMonthlyReturn),
    row.createdAt,
    row.txHash,
  ]);
