import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  PageQuery,
  UsersQuery,
  type AdminPropertyView,
  type AdminUserView,
  type MonthView,
  type PlatformStatsView,
} from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access } from '../../../../platform/http/access.js';
import { answerPage } from '../../../../platform/http/paging.js';
import { ShowGrowth, ShowPlatformStats } from './figures.query.js';
import { ListAllProperties } from './list-properties.query.js';
import { ListAllUsers } from './list-users.query.js';

@Controller('api/admin')
@Access('admin', 'auditor')
export class OverviewController {
  constructor(private readonly queries: QueryBus) {}

  /** Every property, newest first. */
  @Get('all-properties')
  async properties(
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminPropertyView[]> {
    return answerPage(response, await this.queries.execute(new ListAllProperties(query)));
  }

  /** Everybody, who was here last first; `search` looks into wallets, `type` and `kyc` are one of their words. */
  @Get('all-users')
  async users(@Query() query: UsersQuery, @Res({ passthrough: true }) response: Response): Promise<AdminUserView[]> {
    return answerPage(response, await this.queries.execute(new ListAllUsers(query)));
  }

  /** The four summary figures and those of the Analytics tab (D2 §2.10). */
  @Get('platform-stats')
  stats(): Promise<PlatformStatsView> {
    return this.queries.execute(new ShowPlatformStats());
  }

  /** What was completed in each of the last months, oldest first. */
  @Get('growth')
  growth(): Promise<MonthView[]> {
    return this.queries.execute(new ShowGrowth());
  }
}
