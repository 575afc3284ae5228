import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  AllPropertiesQuery,
  UsersQuery,
  type AdminPropertyView,
  type AdminUserView,
  type MonthView,
  type OfficeWaitingView,
  type PlatformStatsView,
} from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import { sendExport } from '#platform/http/download.js';
import { answerPage } from '#platform/http/paging.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import type { Session } from '#platform/sessions/session.js';
import { ExportProperties, ListAllProperties } from '#features/listings/module.public.js';
import { ShowGrowth, ShowPlatformStats } from './figures.query.js';
import { ExportUsers, ListAllUsers } from './list-users.query.js';
import { CountWaiting } from './waiting.query.js';

@Controller('api/admin')
@Access('admin', 'auditor')
export class OverviewController {
  constructor(private readonly queries: QueryBus) {}

  /** Every property, newest first unless another order is requested. */
  @Get('all-properties')
  async properties(
    @Query() query: AllPropertiesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminPropertyView[]> {
    return answerPage(response, await this.queries.execute(new ListAllProperties(query)));
  }

  /** The same rows as CSV (RFC 4180, UTF-8 with a byte order mark), newest first. */
  @Get('all-properties/export.csv')
  @RateLimited(LIMITS.exports)
  async exportProperties(@Query() query: AllPropertiesQuery, @Res() response: Response): Promise<void> {
    const file = { name: 'properties.csv', type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportProperties(query)));
  }

  /**
   * All users, latest sign-in first unless another order is requested; `search` searches wallets, `type` and `kyc`
   * filter by one value.
   */
  @Get('all-users')
  async users(@Query() query: UsersQuery, @Res({ passthrough: true }) response: Response): Promise<AdminUserView[]> {
    return answerPage(response, await this.queries.execute(new ListAllUsers(query)));
  }

  /** The same rows as CSV, ordered by wallet. */
  @Get('all-users/export.csv')
  @RateLimited(LIMITS.exports)
  async exportUsers(@Query() query: UsersQuery, @Res() response: Response): Promise<void> {
    const file = { name: 'users.csv', type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportUsers(query)));
  }

  /** The four summary figures and those of the Analytics tab (REQ-2.2.10.1, REQ-2.2.10.10). */
  @Get('platform-stats')
  stats(): Promise<PlatformStatsView> {
    return this.queries.execute(new ShowPlatformStats());
  }

  /** What waits for a person, counted: for the admins' home and the menu. */
  @Get('waiting')
  waiting(@CurrentSession() session: Session): Promise<OfficeWaitingView> {
    return this.queries.execute(new CountWaiting(session.wallet));
  }

  /** Completed transactions of each of the last months, oldest first. */
  @Get('growth')
  growth(): Promise<MonthView[]> {
    return this.queries.execute(new ShowGrowth());
  }
}
