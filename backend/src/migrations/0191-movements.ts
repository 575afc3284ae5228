import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All movements of money and tokens from each wallet's perspective, and the data folded into them. */
export class Movements0000000000191 implements MigrationInterface {
  name = 'Movements0000000000191';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.movements (
        id           text    primary key,
        wallet       text    not null,
        seq          bigint  not null,
        settled_seq  bigint,
        at           text    not null,
        type         text    not null,
        direction    text    not null,
        status       text    not null,
        counterparty text,
        property_id  integer,
        amount       numeric,
        fee          numeric,
        interest     numeric,
        principal    numeric,
        tokens       bigint,
        tx_hash      text,
        ledger_index bigint,
        payment_id   uuid,
        run_id       text,
        unclaimed_at text,
        receipt      text
      );
      create index movements_of_wallet on read_models.movements (wallet, seq desc);
      create index movements_settled on read_models.movements (wallet, settled_seq) where settled_seq is not null;
      create index movements_unclaimed on read_models.movements (wallet) where unclaimed_at is not null;
      create index movements_of_payment on read_models.movements (payment_id) where payment_id is not null;
      create index movements_of_hash on read_models.movements (tx_hash) where tx_hash is not null;
      create index movements_of_run on read_models.movements (run_id) where run_id is not null;

      create table read_models.movement_runs (
        run_id      text    primary key,
        property_id integer,
        type        text,
        lines       integer,
        listed      integer not null,
        fee         numeric,
        interest    numeric,
        principal   numeric
      );

      create table read_models.movement_properties (
        property_id integer primary key,
        name        text    not null,
        owner       text    not null
      );

      create table read_models.movement_accounts (
        address text primary key
      );

      create table read_models.movement_holdings (
        id          text    primary key,
        wallet      text    not null,
        property_id integer not null,
        seq         bigint  not null,
        at          text    not null,
        tokens      bigint  not null,
        cost        numeric not null
      );
      create index movement_holdings_of_wallet on read_models.movement_holdings (wallet);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read_models.movement_holdings, read_models.movement_accounts, read_models.movement_properties,
        read_models.movement_runs, read_models.movements;
    `);
  }
}
