import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Process managers: how far each has come, its timers, what was set aside, and which instance runs it. */
export class Processes0000000000003 implements MigrationInterface {
  name = 'Processes0000000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.process_checkpoints (
        process    text primary key,
        position   text not null
      );
      create table platform.timers (
        process    text not null,
        key        text not null,
        due_at     timestamptz not null,
        payload    jsonb,
        -- Drawn anew with each schedule: a timer that was replaced while it was handled is not deleted by the old handling.
        token      uuid not null default gen_random_uuid(),
        attempts   integer not null default 0,
        primary key (process, key)
      );
      create index timers_due on platform.timers (due_at);
      create table platform.parked_events (
        process    text not null,
        lane       text not null,
        position   text not null,
        error      text not null,
        parked_at  timestamptz not null default now(),
        primary key (process, position)
      );
      create table platform.process_leases (
        process    text primary key,
        holder     uuid not null,
        until      timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.process_leases, platform.parked_events, platform.timers, platform.process_checkpoints');
  }
}
