-- Read models of payments, tokens, and what each wallet's money and tokens did.

-- The transaction log stays fast at a million rows. Many rows share a description and a wallet: a search looks through
-- the short lists of those and continues by key (payments' TransactionLog), because a trigram index over all rows would
-- read every row with a frequent word. Searched columns are on separate lines, so that a search finds no text that
-- begins in one column and ends in the next.
create table read_models.transactions (
  id            text    primary key,
  seq           bigint  not null unique,
  -- Null for rows without a payment, such as payout lines.
  payment_id    uuid,
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
  -- The business day of `at`.
  date          text    not null,
  tx_hash       text,
  ledger_index  integer,
  -- Why it moved no money: canceled, declined in the wallet, or left unsigned; null if it did, or if it was refused.
  ending        text,
  search_text   text generated always as (lower(description || E'\n' || coalesce(property_name, '')) || E'\n' || lower(user_wallet || E'\n' || coalesce(tx_hash, ''))) stored,
  text_key      bigint generated always as (hashtextextended(type || E'\n' || lower(description || E'\n' || coalesce(property_name, '')), 0)) stored
);
create index transactions_payment on read_models.transactions (payment_id);
create index transactions_type on read_models.transactions (type, seq desc);
create index transactions_status on read_models.transactions (status, seq desc);
create index transactions_type_status on read_models.transactions (type, status, seq desc);
-- `at` leads to `seq`, which orders every list.
create index transactions_at on read_models.transactions (at, seq);
create index transactions_hash on read_models.transactions using gin (lower(tx_hash) gin_trgm_ops);
create index transactions_text on read_models.transactions (text_key, seq desc);
-- A search of everything, of one property or one wallet is an index-only scan, which reads four times as many entries
-- in the same time. The longest text (names and memos are limited, contracts' LISTING and PAYMENT) stays below the
-- 2,704 bytes that a btree entry may have.
create index transactions_walk on read_models.transactions (seq desc) include (type, status, search_text);
create index transactions_property on read_models.transactions (property_id, seq desc) include (type, status, search_text);
create index transactions_wallet on read_models.transactions (user_wallet, seq desc) include (type, status, search_text);

create table read_models.transaction_texts (
  text_key bigint primary key,
  type     text   not null,
  text     text   not null
);
create index transaction_texts_text on read_models.transaction_texts using gin (type, text gin_trgm_ops);

create table read_models.transaction_wallets (wallet text primary key);
create index transaction_wallets_text on read_models.transaction_wallets using gin (lower(wallet) gin_trgm_ops);

create table read_models.transaction_days (
  day          text    not null,
  type         text    not null,
  status       text    not null,
  transactions integer not null,
  amount       numeric not null,
  primary key (day, type, status)
);

-- Running counts of how payments ended, so that monitoring need not count them each time.
create table read_models.payment_endings (
  outcome  text   primary key,
  payments bigint not null
);

create table read_models.sign_requests (
  payload_uuid text primary key,
  payment_id   uuid not null,
  leg          text not null
);

-- Tokens issued manually or by automation.
create table read_models.token_issuances (
  id          uuid   primary key,
  seq         bigint not null,
  recipient   text   not null,
  tokens      bigint not null,
  source      text   not null,
  payment_id  uuid,
  status      text   not null,
  tx_hash     text,
  error       text,
  property_id integer,
  at          text   not null,
  issued_at   text
);
create index token_issuances_seq on read_models.token_issuances (seq);
create index token_issuances_unallocated on read_models.token_issuances (seq)
  where status = 'completed' and property_id is null;

create table read_models.token_redemptions (
  id          uuid    primary key,
  seq         bigint  not null,
  property_id integer not null,
  holder      text    not null,
  tokens      bigint  not null,
  status      text    not null,
  tx_hash     text,
  at          text    not null,
  redeemed_at text
);
create index token_redemptions_open on read_models.token_redemptions (holder) where status <> 'completed';

-- All movements of money and tokens from each wallet's perspective, and the data folded into them.
create table read_models.movements (
  id           text    primary key,
  wallet       text    not null,
  seq          bigint  not null,
  settled_seq  bigint,
  at           text    not null,
  date         text    not null,
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
  unclaimed_on text,
  receipt      text
);
create index movements_of_wallet on read_models.movements (wallet, seq desc);
create index movements_settled on read_models.movements (wallet, settled_seq) where settled_seq is not null;
create index movements_by_day on read_models.movements (date, settled_seq) where settled_seq is not null;
create index movements_unclaimed on read_models.movements (wallet) where unclaimed_on is not null;
create index movements_of_payment on read_models.movements (payment_id) where payment_id is not null;
create index movements_of_hash on read_models.movements (tx_hash) where tx_hash is not null;
create index movements_of_run on read_models.movements (run_id) where run_id is not null;

create table read_models.movement_runs (
  run_id        text    primary key,
  property_id   integer,
  type          text,
  lines         integer,
  listed        integer not null,
  fee           numeric,
  interest      numeric,
  principal     numeric,
  collected_on  text,
  collected_seq bigint
);
create table read_models.movement_properties (
  property_id integer primary key,
  name        text    not null,
  owner       text    not null
);
create table read_models.movement_accounts (address text primary key);
create table read_models.movement_holdings (
  id          text    primary key,
  wallet      text    not null,
  property_id integer not null,
  seq         bigint  not null,
  date        text    not null,
  tokens      bigint  not null,
  cost        numeric not null
);
create index movement_holdings_of_wallet on read_models.movement_holdings (wallet);
