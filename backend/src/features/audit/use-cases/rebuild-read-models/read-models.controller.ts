import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RebuildRequest, type ReadModelView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { ListReadModels } from './read-models.query.js';
import { RebuildReadModels } from './rebuild.command.js';

@Controller('api/admin/read-models/rebuild')
@Access('admin', 'auditor')
export class ReadModelsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Every read model: its number of rows, its lag behind the log, and the progress of a rebuild. */
  @Get()
  list(): Promise<ReadModelView[]> {
    return this.queries.execute(new ListReadModels());
  }

  /** Rebuilds one read model, or all, from the log; the live one serves until it is replaced. */
  @Post()
  @HttpCode(202)
  @Access('admin')
  async rebuild(@Body() { name }: RebuildRequest): Promise<ReadModelView[]> {
    await this.commands.execute(new RebuildReadModels(name));
    return this.list();
  }
}
