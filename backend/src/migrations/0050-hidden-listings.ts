import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A listing that an admin took out of the marketplace. */
export class HiddenListings0000000000050 implements MigrationInterface {
  name = 'HiddenListings0000000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.properties add column hidden boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.properties drop column hidden');
  }
}
