import { Body, Controller, Headers, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ResolveCaseRequest, type CaseView, type ProposalAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { ShowCase } from '../show-cases/cases.query.js';
import { CaseAnswerAct } from './case-answer.act.js';
import { ResolveCase } from './resolve-case.command.js';

@Controller('api/admin/cases')
@Access('admin')
export class ResolveCaseController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
    private readonly twoPeople: TwoPeople,
    private readonly act: CaseAnswerAct,
  ) {}

  @Post(':id/resolve')
  @RateLimited(LIMITS.paymentStart)
  async resolve(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() body: ResolveCaseRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<CaseView | ProposalAnswer> {
    const request = { caseId: id, resolution: body.resolution, note: body.note };
    const takesTwo = await this.act.takesTwo(request);
    const proposed = takesTwo ? await this.twoPeople.propose('case-answer', { session, request, key }) : null;
    response.status(proposed ? HttpStatus.ACCEPTED : HttpStatus.OK);
    if (proposed) return proposed;
    await this.readModels.waitFor(await this.commands.execute(new ResolveCase(session, id, { ...body }, key)), [
      'cases',
    ]);
    return this.queries.execute(new ShowCase(id));
  }
}
