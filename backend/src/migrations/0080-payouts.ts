import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payout runs and their lines; rows of the transaction log without a payment. */
export class Payouts0000000000080 implements MigrationInterface {
  name = 'Payouts0000000000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query('alter table read_models.transactions alter column payment_id drop not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.payouts, read_models.payout_lines');
    await runner.query('delete from read_models.transactions where payment_id is null');
    await runner.query('alter table read_models.transactions alter column payment_id set not null');
  }
}

const TABLES = `
create table read_models.payouts (
  id              text    primary key,
  seq             bigint  not null unique,
  property_id     integer,
  source          text    not null,
  period          text    not null,
  date            text    not null,
  record_position text,
  amount          numeric not null,
  fee             numeric not null,
  lines           integer not null,
  settled         integer not null,
  unclaimed       integer not null,
  status          text    not null,
  paused_for      text,
  created_at      text    not null
);
create index payouts_property on read_models.payouts (property_id, seq desc);

create table read_models.payout_lines (
  run_id      text    not null,
  wallet      text    not null,
  batch       text    not null,
  property_id integer,
  date        text    not null,
  tokens      integer,
  amount      numeric not null,
  status      text    not null,
  tx_hash     text,
  reason      text,
  since       text    not null,
  primary key (run_id, wallet)
);
create index payout_lines_wallet on read_models.payout_lines (wallet, since desc);
create index payout_lines_unclaimed on read_models.payout_lines (since, run_id, wallet) where status = 'unclaimed';
`;
