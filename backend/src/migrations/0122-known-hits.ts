import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The case desk's queue tells a new hit from one that it knows: by pair, where its best score said too little. */
export class KnownHits0000000000122 implements MigrationInterface {
  name = 'KnownHits0000000000122';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read_models.screened_persons drop column score;
      alter table read_models.screened_persons add column hits jsonb not null default '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read_models.screened_persons drop column hits;
      alter table read_models.screened_persons add column score double precision;
    `);
  }
}
