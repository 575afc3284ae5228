import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data for the market analysis and the recommendations: a row per property, person and holding. */
export class Market0000000000120 implements MigrationInterface {
  name = 'Market0000000000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table read_models.market_properties (
         property_id integer primary key,
         seq bigint not null,
         owner text not null,
         name text not null,
         city text not null,
         purpose text not null,
         monthly_rent numeric not null,
         token_price numeric not null,
         token_count integer not null,
         term_months integer not null,
         annual_rate numeric not null,
         payout_per_token numeric not null,
         payment_share integer,
         status text not null,
         hidden boolean not null,
         sold integer not null,
         reserved integer not null,
         purchases integer not null,
         volume numeric not null,
         holders integer not null,
         largest integer not null,
         listed_on text not null,
         first_sold_on text,
         last_sold_on text,
         instalments integer not null,
         late integer not null,
         unpaid jsonb not null
       )`,
    );
    await runner.query('create index on read_models.market_properties (volume desc, property_id desc)');
    await runner.query('create index on read_models.market_properties (owner, property_id)');
    await runner.query(
      `create table read_models.market_people (
         wallet text primary key,
         purchases integer not null,
         tokens bigint not null,
         recent jsonb not null,
         last_seq bigint not null,
         rent_shares integer not null
       )`,
    );
    await runner.query(
      `create table read_models.market_positions (
         wallet text not null,
         property_id integer not null,
         tokens integer not null,
         purchases integer not null,
         cost numeric not null,
         primary key (wallet, property_id)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['market_positions', 'market_people', 'market_properties'])
      await runner.query(`drop table read_models.${table}`);
  }
}
