import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { BASELINE, migrations } from '../../migrations/index.js';
import { outliveLoss } from './pool.js';
import { CONNECTION_OPTIONS, SCHEMAS } from './schemas.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

const log = new Logger('Database');
const POOL_SIZE = 20;

/**
 * TypeORM's settings for this program. Only migrations change tables (never `synchronize`), and the migrations are an
 * explicit list, so that source and build use the same ones.
 */
export function dataSourceOptions(
  url: string,
  entities: DataSourceOptions['entities'] = [],
  poolSize = POOL_SIZE,
): PostgresOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: [...migrations],
    migrationsTableName: `${SCHEMAS.platform}.migrations`,
    migrationsTransactionMode: 'each',
    synchronize: false,
    applicationName: 'tknest',
    poolSize,
    poolErrorHandler: (error: Error) => log.warn(`An idle connection was lost: ${error.message}`),
    extra: {
      options: CONNECTION_OPTIONS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      onConnect: outliveLoss,
    },
  };
}

/**
 * An unconnected DataSource: call `initialize()`, and `destroy()` at the end.
 * @param only names of the migrations to include; all if left out
 * @param options `lockTimeoutMs`: a statement that waits longer for a lock fails; 0 waits forever
 */
export function createDataSource(
  url: string,
  entities: DataSourceOptions['entities'] = [],
  only?: readonly string[],
  { lockTimeoutMs = 0 }: { lockTimeoutMs?: number } = {},
): DataSource {
  const options = dataSourceOptions(url, entities);
  const wait = lockTimeoutMs > 0 ? ` -c lock_timeout=${lockTimeoutMs}` : '';
  const extra = { ...options.extra, options: `${CONNECTION_OPTIONS}${wait}` };
  const known = migrations.filter(({ name }) => !only || only.includes(name));
  return new DataSource({ ...options, extra, migrations: known });
}

/** The names of every migration of this program, in order. */
export const migrationNames = (): string[] => migrations.map(({ name }) => name);

/** Whether migrations that were run, by name, are those of a version before 1.0. */
export const isBeforeBaseline = (ran: readonly string[]): boolean => ran.length > 0 && !ran.includes(BASELINE);
