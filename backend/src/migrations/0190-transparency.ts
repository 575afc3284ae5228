import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log's Merkle tree, in tiles, and its signed checkpoints. Both are derived from the log. */
export class Transparency0000000000190 implements MigrationInterface {
  name = 'Transparency0000000000190';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.log_tiles (
        level  integer not null,
        index  bigint  not null,
        hashes bytea   not null,
        primary key (level, index)
      )`);
    await runner.query(`
      create table platform.log_tree (
        one  boolean primary key default true check (one),
        size bigint  not null,
        head bytea   not null
      )`);
    await runner.query(`
      create table platform.log_checkpoints (
        size bigint      not null,
        root bytea       not null,
        note text        not null,
        at   timestamptz not null,
        primary key (size, root)
      )`);
    await runner.query('create index log_checkpoints_by_time on platform.log_checkpoints (at desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.log_checkpoints, platform.log_tree, platform.log_tiles');
  }
}
