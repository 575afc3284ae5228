import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications and their readers, and the holders who can see some of them. */
export class Notifications0000000000071 implements MigrationInterface {
  name = 'Notifications0000000000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table read_models.notifications (
         seq bigint primary key,
         notification_id text not null,
         property_id integer not null,
         property_name text not null,
         owner text not null,
         audience text[] not null,
         kind text not null,
         at text not null,
         about text,
         amount numeric,
         missing numeric
       )`,
    );
    await runner.query('create index notifications_owner on read_models.notifications (owner, seq)');
    await runner.query('create index notifications_property on read_models.notifications (property_id, seq)');
    await runner.query(
      `create table read_models.property_holders (
         property_id integer not null,
         wallet text not null,
         primary key (property_id, wallet)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.property_holders');
    await runner.query('drop table read_models.notifications');
  }
}
