import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ComplianceCasesQuery, type ComplianceCaseRow } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access } from '../../../../platform/http/access.js';
import { answerPage } from '../../../../platform/http/paging.js';
import { ListComplianceCases } from './list-cases.query.js';

@Controller('api/compliance/cases')
@Access('compliance', 'admin', 'auditor')
export class ComplianceCasesController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  async list(
    @Query() query: ComplianceCasesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ComplianceCaseRow[]> {
    return answerPage(response, await this.queries.execute(new ListComplianceCases(query)));
  }
}
