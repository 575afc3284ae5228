import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Live instances that take leases, so that they can share the work. */
export class LeaseHolders0000000000201 implements MigrationInterface {
  name = 'LeaseHolders0000000000201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.lease_holders (
        holder          uuid        primary key,
        wanted          text[]      not null,
        until           timestamptz not null,
        pid             integer     not null,
        session_started timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.lease_holders');
  }
}
