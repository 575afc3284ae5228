import { Controller, Get, Inject } from '@nestjs/common';
import type { ReadModelView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { Access } from '../../../../platform/http/access.js';
import { PlatformHealth } from '../../../../platform/platform-health.js';
import { ProjectionRegistry } from '../../../../platform/projections/projection-registry.js';

@Controller('api/admin/read-models')
@Access('admin', 'auditor')
export class ReadModelsController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly registry: ProjectionRegistry,
    private readonly health: PlatformHealth,
  ) {}

  /** Every read model: how many rows, how far behind the log. */
  @Get('rebuild')
  async list(): Promise<ReadModelView[]> {
    const { head, readModels } = await this.health.report();
    return Promise.all(
      this.registry.all().map(async ({ name, tables }) => {
        const counts = await Promise.all(tables.map(async (table) => Number((await this.db.query(`select count(*) from "${table}"`))[0].count)));
        const { lag, state } = readModels.find((one) => one.name === name) ?? { lag: head, state: 'stopped' };
        return { name, state: state as ReadModelView['state'], rows: counts.reduce((a, b) => a + b, 0), lag, progress: head === 0 ? 1 : (head - lag) / head };
      }),
    );
  }
}
