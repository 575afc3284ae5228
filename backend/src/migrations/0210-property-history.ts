import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A property's history for its page: the progress of the sale, the distribution of tokens, and late payments. */
export class PropertyHistory0000000000210 implements MigrationInterface {
  name = 'PropertyHistory0000000000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read_models.properties add column contract_sha256 text;

      create table read_models.property_moments (
        property_id integer not null,
        kind        text    not null,
        date        text    not null,
        primary key (property_id, kind)
      );

      create table read_models.property_sales (
        property_id integer primary key,
        token_count integer not null,
        tokens_sold integer not null
      );

      create table read_models.property_holdings (
        property_id integer not null,
        wallet      text    not null,
        tokens      integer not null,
        primary key (property_id, wallet)
      );

      create table read_models.late_payments (
        property_id integer not null,
        due_date    text    not null,
        amount      numeric not null,
        paid        numeric not null,
        paid_on     text,
        primary key (property_id, due_date)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read_models.late_payments, read_models.property_holdings, read_models.property_sales,
        read_models.property_moments;
      alter table read_models.properties drop column contract_sha256;
    `);
  }
}
