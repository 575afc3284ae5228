import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds notifications that concern no property. */
export class PersonalNotifications0000000000111 implements MigrationInterface {
  name = 'PersonalNotifications0000000000111';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table read_models.notifications
         alter column property_id drop not null, alter column property_name drop not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from read_models.notifications where property_id is null');
    await runner.query(
      `alter table read_models.notifications
         alter column property_id set not null, alter column property_name set not null`,
    );
  }
}
