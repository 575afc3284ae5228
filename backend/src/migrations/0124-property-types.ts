import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What kind of property it is, in words of a short list; null if its owner did not say. */
export class PropertyTypes0000000000124 implements MigrationInterface {
  name = 'PropertyTypes0000000000124';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.properties add column property_type text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.properties drop column property_type');
  }
}
