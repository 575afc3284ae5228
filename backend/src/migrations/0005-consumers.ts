import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shared by read models and processes: leases of instances, and failed events. */
export class Consumers0000000000005 implements MigrationInterface {
  name = 'Consumers0000000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.leases (
        name            text primary key,
        holder          uuid not null,
        until           timestamptz not null,
        -- The holder's session: a lease ends with it, so a restart after a crash need not wait for the time to run out.
        pid             integer not null,
        session_started timestamptz
      );
      create table platform.failed_events (
        consumer   text not null,
        lane       text not null,
        position   text not null,
        stream     text not null,
        revision   integer not null,
        error      text not null,
        failed_at  timestamptz not null default now(),
        primary key (consumer, position)
      );
      create index failed_events_lane on platform.failed_events (consumer, lane);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.failed_events, platform.leases');
  }
}
