import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DecideCaseRequest, type ComplianceCaseView } from '@tknest/contracts/api';
import { Access, CurrentSession, FreshSignature, type Session } from '../../../../platform/http/access.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';
import { ShowComplianceCase } from '../show-case/show-case.query.js';
import { DecideComplianceCase } from './decide-case.command.js';

@Controller('api/compliance/cases/:id')
@Access('compliance', 'admin')
export class DecideComplianceCaseController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  @Post('decide')
  @HttpCode(200)
  @FreshSignature()
  async decide(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() body: DecideCaseRequest,
  ): Promise<ComplianceCaseView> {
    const position = await this.commands.execute(new DecideComplianceCase(session, id, body));
    await this.readModels.waitFor(position, ['compliance-cases']);
    return this.queries.execute(new ShowComplianceCase(session, id, false));
  }
}
