import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ComplianceCasesQuery, type ComplianceCaseRow, type ComplianceSummary } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { answerPage } from '../../../../platform/http/paging.js';
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

  /** The figures above the queue, counted over every case. */
  @Get('summary')
  summary(@CurrentSession() session: Session): Promise<ComplianceSummary> {
    return this.queries.execute(new CountComplianceCases(session.wallet));
  }
}
