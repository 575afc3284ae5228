import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ActivityQuery, type ActivityView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { sendExport } from '#platform/http/download.js';
import { answerPage } from '#platform/http/paging.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ExportActivity, ListActivity } from './activity.query.js';

@Controller('api/activity')
export class ActivityController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * Everything that moved the caller's money or tokens: purchases, refunds, rent shares, repayments, deposits,
   * withdrawals, direct payments, fees, issuances, redemptions. A landlord sees the purchases of their own properties,
   * with the buyers masked. Newest first, a page at a time. Admins and auditors may name another `wallet`.
   */
  @Get()
  async list(
    @CurrentSession() session: Session,
    @Query() query: ActivityQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ActivityView[]> {
    return answerPage(response, await this.queries.execute(new ListActivity(session, query)));
  }

  /** All of these rows as CSV, streamed; cells are escaped so that spreadsheets do not run them as formulas. */
  @Get('export.csv')
  @RateLimited(LIMITS.exports)
  async export(
    @CurrentSession() session: Session,
    @Query() query: ActivityQuery,
    @Res() response: Response,
  ): Promise<void> {
    const file = { name: 'activity.csv', type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportActivity(session, query)));
  }
}
