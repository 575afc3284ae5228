import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  ComplianceCasesQuery,
  ComplianceCasesSearch,
  type ComplianceCaseRow,
  type ComplianceSummary,
} from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession, Reading } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage } from '#platform/http/paging.js';
import { CountComplianceCases } from './count-cases.query.js';
import { ListComplianceCases } from './list-cases.query.js';

@Controller('api/compliance')
@Access('compliance', 'admin', 'auditor')
export class ComplianceCasesController {
  constructor(private readonly queries: QueryBus) {}

  @Get('cases')
  async list(
    @CurrentSession() session: Session,
    @Query() query: ComplianceCasesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ComplianceCaseRow[]> {
    return answerPage(response, await this.queries.execute(new ListComplianceCases(session, query)));
  }

  /** The queue, filtered by the search text. A search by words of a name is recorded before it is answered. */
  @Post('cases/search')
  @HttpCode(200)
  @Reading()
  async search(
    @CurrentSession() session: Session,
    @Body() asked: ComplianceCasesSearch,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ComplianceCaseRow[]> {
    return answerPage(response, await this.queries.execute(new ListComplianceCases(session, asked)));
  }

  /** The figures above the queue, counted over every case. */
  @Get('summary')
  summary(@CurrentSession() session: Session): Promise<ComplianceSummary> {
    return this.queries.execute(new CountComplianceCases(session.wallet));
  }
}
