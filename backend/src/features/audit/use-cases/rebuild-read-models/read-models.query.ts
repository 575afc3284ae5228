import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReadModelView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { PlatformHealth } from '#platform/platform-health.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';

/** Every read model: its number of rows, its lag behind the log, and the progress of a rebuild. */
export class ListReadModels extends Query<ReadModelView[]> {}

/** Rows are counted exactly up to this number; for larger tables the planner's estimate is returned. */
const COUNTED_MAX = 10_000;

@QueryHandler(ListReadModels)
export class ListReadModelsHandler implements IQueryHandler<ListReadModels> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly registry: ProjectionRegistry,
    private readonly health: PlatformHealth,
  ) {}

  async execute(): Promise<ReadModelView[]> {
    const { head, readModels } = await this.health.report();
    return Promise.all(
      this.registry.all().map(async ({ name, tables }) => {
        const counts = await Promise.all(tables.map((table) => this.rowsOf(table)));
        const { lag, state, progress, error } = readModels.find((one) => one.name === name) ?? {
          lag: head,
          state: 'catching-up' as const,
          progress: null,
          error: null,
        };
        return { name, state, rows: counts.reduce((a, b) => a + b, 0), lag, progress: progress ?? 1, error };
      }),
    );
  }

  private async rowsOf(table: string): Promise<number> {
    const [{ counted, estimated }] = await this.db.query(
      `select (select count(*) from (select from "${table}" limit ${COUNTED_MAX + 1}) t)::int as counted,
              (select reltuples from pg_class where oid = $1::regclass)::float8 as estimated`,
      [`"${table}"`],
    );
    return counted <= COUNTED_MAX ? counted : Math.max(counted, Math.round(estimated));
  }
}
