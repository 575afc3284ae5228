import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New requests to the wallet app are counted for all instances together, and an open sign-in keeps its links. */
export class RequestBudgets0000000000150 implements MigrationInterface {
  name = 'RequestBudgets0000000000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.request_budgets (
        key    text    not null,
        minute bigint  not null,
        count  integer not null,
        primary key (key, minute)
      )`);
    await runner.query('alter table platform.login_attempts add column shown jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform.login_attempts drop column shown');
    await runner.query('drop table platform.request_budgets');
  }
}
