import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ResolveCaseRequest, type CaseView } from '@tknest/contracts/api';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';
import { ShowCase } from '../show-cases/cases.query.js';
import { ResolveCase } from './resolve-case.command.js';

@Controller('api/admin/cases')
@Access('admin')
export class ResolveCaseController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  @Post(':id/resolve')
  @HttpCode(200)
  async resolve(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() body: ResolveCaseRequest,
  ): Promise<CaseView> {
    await this.readModels.waitFor(await this.commands.execute(new ResolveCase(session, id, body)), ['cases']);
    return this.queries.execute(new ShowCase(id));
  }
}
