-- Read models of loans and payouts.

-- Loans with their accounts, and the sales from which they result.
create table read_models.loans (
  property_id integer primary key,
  owner       text    not null,
  status      text    not null,
  loan        jsonb   not null,
  collection  jsonb   not null
);
create table read_models.sales (
  property_id   integer primary key,
  first_sold_on text    not null,
  ended_on      text
);

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
  fee_owed        boolean not null default false,
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
  unclaimed_on text,
  primary key (run_id, wallet)
);
create index payout_lines_wallet on read_models.payout_lines (wallet, since desc);
create index payout_lines_unclaimed on read_models.payout_lines (unclaimed_on, run_id, wallet)
  where status = 'unclaimed';
