import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Checkpoints of read models. A checkpoint moves in the transaction that writes the read model, so each event is
 * applied exactly once.
 */
export class Projections0000000000004 implements MigrationInterface {
  name = 'Projections0000000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.projection_checkpoints (
        name       text primary key,
        version    integer not null,
        position   text not null,
        -- Where its rows changed last: other instances tell their people from this.
        changed    text not null default '',
        moved_at   timestamptz not null default now()
      );
      create table platform.projection_rebuilds (
        name       text primary key,
        position   text not null,
        target     text not null,
        started_at timestamptz not null default now(),
        beat_at    timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.projection_rebuilds, platform.projection_checkpoints');
  }
}
