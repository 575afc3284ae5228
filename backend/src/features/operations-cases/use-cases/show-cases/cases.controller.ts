import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CasesQuery, type CaseView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { answerPage } from '#platform/http/paging.js';
import { ListCases, ShowCase } from './cases.query.js';

@Controller('api/admin/cases')
@Access('admin', 'auditor')
export class CasesController {
  constructor(private readonly queries: QueryBus) {}

  /** Open cases, unless `status` says otherwise; last opened first. */
  @Get()
  async list(@Query() query: CasesQuery, @Res({ passthrough: true }) response: Response): Promise<CaseView[]> {
    return answerPage(response, await this.queries.execute(new ListCases(query)));
  }

  @Get(':id')
  one(@Param('id') id: string): Promise<CaseView> {
    return this.queries.execute(new ShowCase(id));
  }
}
