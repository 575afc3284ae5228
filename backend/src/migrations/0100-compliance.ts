import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The compliance queue, and who is screened again when a new list arrives. */
export class Compliance0000000000100 implements MigrationInterface {
  name = 'Compliance0000000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.compliance_cases (
        id          text primary key,
        wallet      text not null,
        user_role   text not null,
        kind        text not null,
        risk        text not null,
        reason      text not null,
        state       text not null,
        score       double precision,
        opened_at   text not null,
        promise_by  text not null,
        assignee    text,
        proposed_by text,
        decision    text,
        decided_by  text,
        decided_at  text
      );
      create index compliance_cases_queue on read_models.compliance_cases (state, promise_by, opened_at, id);
      create index compliance_cases_wallet on read_models.compliance_cases (wallet);
      create table read_models.screened_persons (
        wallet  text primary key,
        waiting boolean not null,
        score   double precision
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.screened_persons');
    await runner.query('drop table read_models.compliance_cases');
  }
}
