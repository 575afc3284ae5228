import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { SanctionsListView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { RefreshList } from './refresh-list.command.js';
import { ShowList } from './show-list.query.js';

@Controller('api/compliance/list')
@Access('compliance', 'admin')
export class SanctionsListController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Access('compliance', 'admin', 'auditor')
  show(): Promise<SanctionsListView> {
    return this.queries.execute(new ShowList());
  }

  /** Fetches the list now. If it has changed, everybody is screened again. */
  @Post('refresh')
  @HttpCode(200)
  async refresh(): Promise<SanctionsListView> {
    await this.commands.execute(new RefreshList());
    return this.queries.execute(new ShowList());
  }
}
