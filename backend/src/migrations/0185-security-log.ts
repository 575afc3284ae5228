import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refused calls and sign-ins with their network addresses: the only table with addresses in plain text. */
export class SecurityLog0000000000185 implements MigrationInterface {
  name = 'SecurityLog0000000000185';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.security_log (
        minute  timestamptz not null,
        event   text        not null,
        address text        not null,
        method  text        not null,
        call    text        not null,
        session text        not null,
        count   integer     not null,
        primary key (minute, event, address, method, call, session)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.security_log');
  }
}
