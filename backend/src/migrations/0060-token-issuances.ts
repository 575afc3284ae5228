import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens issued manually or by automation. */
export class TokenIssuances0000000000060 implements MigrationInterface {
  name = 'TokenIssuances0000000000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.token_issuances (
        id uuid primary key,
        seq bigint not null,
        recipient text not null,
        tokens bigint not null,
        source text not null,
        payment_id uuid,
        status text not null,
        tx_hash text,
        error text,
        property_id integer,
        at text not null,
        issued_at text
      );
      create index token_issuances_seq on read_models.token_issuances (seq);
      create index token_issuances_unallocated on read_models.token_issuances (seq)
        where status = 'completed' and property_id is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.token_issuances');
  }
}
