import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import type { ReadModelView } from '@tknest/contracts/api';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { DataSource } from 'typeorm';
import { Access } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { PlatformHealth } from '../../../../platform/platform-health.js';
import { ProjectionRegistry } from '../../../../platform/projections/projection-registry.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';

export class RebuildRequest {
  @IsOptional()
  @IsString()
  @MaxLength(100)
  name?: string;
}

@Controller('api/admin/read-models/rebuild')
@Access('admin', 'auditor')
export class ReadModelsController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly registry: ProjectionRegistry,
    private readonly health: PlatformHealth,
    private readonly readModels: ReadModels,
  ) {}

  /** Every read model: how many rows, how far behind the log, how far a rebuild has come. */
  @Get()
  async list(): Promise<ReadModelView[]> {
    const { head, readModels } = await this.health.report();
    return Promise.all(
      this.registry.all().map(async ({ name, tables }) => {
        const counts = await Promise.all(
          tables.map(async (table) => Number((await this.db.query(`select count(*) from "${table}"`))[0].count)),
        );
        const { lag, state, progress } = readModels.find((one) => one.name === name) ?? {
          lag: head,
          state: 'catching-up' as const,
          progress: null,
        };
        return { name, state, rows: counts.reduce((a, b) => a + b, 0), lag, progress: progress ?? 1 };
      }),
    );
  }

  /**
   * Builds one read model, or all, anew from the log beside the live one, which serves until the new one takes its
   * place.
   */
  @Post()
  @HttpCode(202)
  @Access('admin')
  async rebuild(@Body() { name }: RebuildRequest): Promise<ReadModelView[]> {
    if (name !== undefined && !this.registry.all().some((projection) => projection.name === name)) {
      throw new Refused(
        'not-found',
        `There is no read model ${name}; there are ${this.registry
          .all()
          .map((projection) => projection.name)
          .join(', ')}`,
      );
    }
    this.readModels.rebuild(name);
    return this.list();
  }
}
