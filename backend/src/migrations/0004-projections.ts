import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each read model has come. The checkpoint moves in the transaction that writes the read model, so it is exactly-once. */
export class Projections0000000000004 implements MigrationInterface {
  name = 'Projections0000000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.projection_checkpoints (
        name       text primary key,
        version    integer not null,
        position   text not null,
        moved_at   timestamptz not null default now()
      );
      create table platform.parked_by_projection (
        name       text not null,
        stream     text not null,
        position   text not null,
        error      text not null,
        parked_at  timestamptz not null default now(),
        primary key (name, position)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.parked_by_projection, platform.projection_checkpoints');
  }
}
