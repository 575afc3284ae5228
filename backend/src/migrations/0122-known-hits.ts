import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The compliance queue distinguishes new hits from known ones by pair, because the best score is not enough. */
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
