import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The type of property, from a short list; null if its landlord did not give one. */
export class PropertyTypes0000000000124 implements MigrationInterface {
  name = 'PropertyTypes0000000000124';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.properties add column property_type text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.properties drop column property_type');
  }
}
