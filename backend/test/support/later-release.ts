import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../src/migrations/concurrent-index.js';
import { migrations } from '../../src/migrations/index.js';

class LaterTables9999999999998 {
  name = 'LaterTables9999999999998';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table read_models.properties add column later text not null default 'new'");
    await runner.query('create table platform.later (id text primary key)');
  }
  async down(): Promise<void> {}
}

class LaterIndex9999999999999 {
  name = 'LaterIndex9999999999999';
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'read_models.properties_later', 'read_models.properties (later)');
  }
  async down(): Promise<void> {}
}

const LATER = [LaterTables9999999999998, LaterIndex9999999999999];

/** The migrations that a later release adds. */
export const LATER_NAMES = LATER.map(({ name }) => name);

/** Does something as the later release, which has more migrations. */
export async function inLaterRelease<Result>(work: () => Promise<Result>): Promise<Result> {
  migrations.push(...LATER);
  try {
    return await work();
  } finally {
    migrations.splice(-LATER.length);
  }
}
