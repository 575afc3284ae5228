import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Loans with their accounts, and the sales from which they result. */
export class Loans0000000000070 implements MigrationInterface {
  name = 'Loans0000000000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table read_models.loans (
         property_id integer primary key,
         owner text not null,
         status text not null,
         loan jsonb not null,
         collection jsonb not null
       )`,
    );
    await runner.query(
      `create table read_models.sales (
         property_id integer primary key,
         first_sold_on text not null,
         ended_on text
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.sales');
    await runner.query('drop table read_models.loans');
  }
}
