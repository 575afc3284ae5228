import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { outliveLoss } from './pool.js';
import { CONNECTION_OPTIONS, SCHEMAS } from './schemas.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

const log = new Logger('Database');
const POOL_SIZE = 20;

/**
 * TypeORM's settings for this program. Tables come from migrations only (`synchronize` would change them behind our
 * back), and the migrations from a written list, so that source and build see the same ones.
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

/** An unconnected DataSource: call `initialize()`, and `destroy()` at the end. */
export function createDataSource(url: string, entities: DataSourceOptions['entities'] = []): DataSource {
  return new DataSource(dataSourceOptions(url, entities));
}
