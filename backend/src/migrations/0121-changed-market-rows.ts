import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a process that caches the market's properties in memory query only those that changed since. */
export class ChangedMarketRows0000000000121 implements MigrationInterface {
  name = 'ChangedMarketRows0000000000121';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.market_properties add column changed bigint not null default 0');
    await runner.query('create index on read_models.market_properties (changed)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.market_properties drop column changed');
  }
}
