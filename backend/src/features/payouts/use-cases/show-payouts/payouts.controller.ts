import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  PageQuery,
  PayoutsQuery,
  UnclaimedYearQuery,
  type PayoutLineView,
  type PayoutView,
  type UnclaimedView,
} from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { sendExport } from '#platform/http/download.js';
import { answerPage } from '#platform/http/paging.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ListPayoutLines } from './list-lines.query.js';
import { ExportPayouts, ListPayouts } from './list-payouts.query.js';
import { ExportUnclaimed, ListUnclaimed } from './list-unclaimed.query.js';
import { ShowPayout } from './show-payout.query.js';

@Controller('api/payouts')
export class PayoutsController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * Runs, newest first: holders get those with a line of theirs, landlords those of their properties, the office all.
   */
  @Get()
  async list(
    @CurrentSession() session: Session,
    @Query() query: PayoutsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PayoutView[]> {
    return answerPage(response, await this.queries.execute(new ListPayouts(session, query)));
  }

  /** The same rows as CSV (RFC 4180, UTF-8 with a byte order mark). */
  @Get('export.csv')
  @RateLimited(LIMITS.exports)
  async export(
    @CurrentSession() session: Session,
    @Query() query: PayoutsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const file = { name: 'payouts.csv', type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportPayouts(session, query)));
  }

  /** Unclaimed lines. */
  @Get('unclaimed')
  async unclaimed(
    @CurrentSession() session: Session,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UnclaimedView[]> {
    return answerPage(response, await this.queries.execute(new ListUnclaimed(session, query)));
  }

  /**
   * The unclaimed money of a year, with residence and age (CSV as above). The residences are personal data: showing
   * them is recorded first.
   */
  @Get('unclaimed/export.csv')
  @Access('admin')
  @RateLimited(LIMITS.exports)
  async exportUnclaimed(
    @CurrentSession() session: Session,
    @Query() { year }: UnclaimedYearQuery,
    @Res() response: Response,
  ): Promise<void> {
    const file = { name: `unclaimed-${year}.csv`, type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportUnclaimed(session, year)));
  }

  /** One run. */
  @Get(':id')
  show(@CurrentSession() session: Session, @Param('id') id: string): Promise<PayoutView> {
    return this.queries.execute(new ShowPayout(session, id));
  }

  /** The lines of a run. A holder sees only their own line. */
  @Get(':id/lines')
  async lines(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PayoutLineView[]> {
    return answerPage(response, await this.queries.execute(new ListPayoutLines(session, id, query)));
  }
}
