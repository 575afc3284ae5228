import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notifications for everybody concerned: what each waits for and when that is done. Also, in tables of the platform,
 * what a person has read and their preferences, which are state and not history, and are deleted with the person.
 */
export class EverybodysNotifications0000000000195 implements MigrationInterface {
  name = 'EverybodysNotifications0000000000195';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table read_models.notifications
         add column subject text,
         add column open boolean not null default false,
         add column until text,
         add column ref text,
         add column detail text,
         add column except_wallet text`,
    );
    await runner.query('create index notifications_id on read_models.notifications (notification_id)');
    await runner.query('create index notifications_waiting on read_models.notifications (owner, seq) where open');
    await runner.query('create index notifications_subject on read_models.notifications (subject)');
    await runner.query(
      `create index notifications_office on read_models.notifications (seq)
       where audience && array['admins', 'compliance']`,
    );
    await runner.query('alter table read_models.property_holders add column since bigint not null default 0');
    await runner.query('create index property_holders_wallet on read_models.property_holders (wallet)');
    await runner.query(
      `create table read_models.notification_subjects (
         key text primary key,
         about jsonb not null
       )`,
    );
    await runner.query(
      `create table platform.notifications_began (
         one boolean primary key default true check (one),
         position bigint not null
       )`,
    );
    await runner.query(
      `create table platform.notification_people (
         wallet text primary key,
         read_to bigint not null default 0,
         preferences jsonb not null default '{}'
       )`,
    );
    await runner.query(
      `create table platform.notification_reads (
         wallet text not null,
         notification_id text not null,
         primary key (wallet, notification_id)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.notification_reads');
    await runner.query('drop table platform.notification_people');
    await runner.query('drop table platform.notifications_began');
    await runner.query('drop table read_models.notification_subjects');
    await runner.query('drop index read_models.property_holders_wallet');
    await runner.query('alter table read_models.property_holders drop column since');
    await runner.query('drop index read_models.notifications_office');
    await runner.query('drop index read_models.notifications_subject');
    await runner.query('drop index read_models.notifications_waiting');
    await runner.query('drop index read_models.notifications_id');
    await runner.query(
      `alter table read_models.notifications
         drop column subject, drop column open, drop column until, drop column ref, drop column detail,
         drop column except_wallet`,
    );
  }
}
