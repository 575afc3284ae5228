import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions, sign-ins in progress and rate limits; and the first read models: marketplace, transactions, purchases,
 * persons, cases.
 */
export class Features0000000000010 implements MigrationInterface {
  name = 'Features0000000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PLATFORM_TABLES);
    await runner.query('create extension if not exists pg_trgm with schema public');
    await runner.query(READ_MODELS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.sessions, platform.login_attempts, platform.rate_limits');
    await runner.query(
      'drop table read_models.properties, read_models.transactions, read_models.purchases, read_models.property_names, read_models.sign_requests, read_models.persons, read_models.kyc_documents, read_models.cases',
    );
  }
}

const PLATFORM_TABLES = `
create table platform.sessions (
  id         text primary key,
  wallet     text not null,
  role       text not null,
  opened_at  timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null
);

create table platform.login_attempts (
  payload_uuid uuid primary key,
  identifier   text not null unique,
  nonce        text not null,
  role         text not null,
  browser      text not null,
  wallet       text,
  expires_at   timestamptz not null
);

create table platform.rate_limits (
  key        text primary key,
  window_end timestamptz not null,
  count      integer not null
);
`;

const READ_MODELS = `
create table read_models.properties (
  id                integer primary key,
  owner             text    not null,
  name              text    not null,
  address           text    not null,
  monthly_rent      numeric not null,
  funding_goal      numeric not null,
  funding_purpose   text    not null,
  term_months       integer not null,
  monthly_rate      numeric not null,
  token_price       numeric not null,
  token_count       integer not null,
  payout_per_token  numeric not null,
  redemption_clause text    not null,
  tokens_sold       integer not null check (tokens_sold >= 0 and tokens_sold <= token_count),
  tokens_reserved   integer not null check (tokens_reserved >= 0),
  status            text    not null,
  contract_id       uuid,
  contract_name     text,
  contract_bytes    integer,
  created_at        text    not null
);
create index properties_owner on read_models.properties (owner, id desc);

create table read_models.transactions (
  id            text    primary key,
  seq           bigint  not null unique,
  payment_id    uuid    not null,
  leg           text    not null,
  status        text    not null,
  type          text    not null,
  description   text    not null,
  user_wallet   text    not null,
  counterparty  text    not null,
  amount        numeric not null,
  currency      text    not null,
  property_id   integer,
  property_name text,
  at            text    not null,
  tx_hash       text,
  ledger_index  integer,
  search_text   text generated always as (lower(description || ' ' || user_wallet || ' ' || coalesce(property_name, '') || ' ' || coalesce(tx_hash, ''))) stored
);
create index transactions_payment on read_models.transactions (payment_id);
create index transactions_type on read_models.transactions (type, seq desc);
create index transactions_status on read_models.transactions (status, seq desc);
create index transactions_wallet on read_models.transactions (user_wallet, seq desc);
create index transactions_property on read_models.transactions (property_id, seq desc);
create index transactions_at on read_models.transactions (at);
create index transactions_search on read_models.transactions using gin (search_text gin_trgm_ops);

create table read_models.purchases (
  payment_id     uuid    primary key,
  seq            bigint  not null,
  property_id    integer not null,
  property_name  text    not null,
  wallet         text    not null,
  tokens         integer not null,
  cost           numeric not null,
  platform_fee   numeric not null,
  monthly_return numeric not null,
  payment_hash   text    not null,
  issuance_hash  text    not null,
  at             text    not null
);
create index purchases_wallet on read_models.purchases (wallet, seq desc);
create index purchases_property on read_models.purchases (property_id, seq desc);

create table read_models.property_names (
  property_id integer primary key,
  name        text not null,
  owner       text not null
);
create index property_names_owner on read_models.property_names (owner);

create table read_models.sign_requests (
  payload_uuid text primary key,
  payment_id   uuid not null,
  leg          text not null
);

create table read_models.persons (
  wallet          text primary key,
  user_type       text not null,
  kyc_status      text not null,
  investor_status text not null,
  landlord_status text not null,
  first_seen      text not null,
  last_seen       text not null
);
create index persons_seen on read_models.persons (last_seen desc, wallet);

create table read_models.kyc_documents (
  id          uuid primary key,
  wallet      text not null,
  kind        text not null,
  bytes       integer not null,
  media_type  text not null,
  sha256      text not null,
  uploaded_at text not null
);
create index kyc_documents_wallet on read_models.kyc_documents (wallet);

create table read_models.cases (
  id          text primary key,
  kind        text not null,
  summary     text not null,
  status      text not null,
  payment_id  uuid,
  property_id integer,
  wallet      text,
  tx_hash     text,
  details     jsonb not null,
  opened_at   text not null,
  resolved_at text,
  resolution  text,
  note        text
);
create index cases_status on read_models.cases (status, opened_at desc);
`;
