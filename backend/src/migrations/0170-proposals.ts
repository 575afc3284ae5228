import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Acts that take two people. */
export class Proposals0000000000170 implements MigrationInterface {
  name = 'Proposals0000000000170';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.proposals (
        id          uuid primary key,
        kind        text not null,
        by          text not null,
        at          text not null,
        expires_at  text not null,
        summary     text not null,
        status      text not null,
        link_to     text not null,
        approved_by text,
        carried_out boolean,
        problem     text,
        reason_item text
      )`);
    await runner.query('create index proposals_by_time on read_models.proposals (at desc, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.proposals');
  }
}
