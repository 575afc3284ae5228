-- Read models of listings, investments and the market analysis.

create table read_models.properties (
  id                 integer primary key,
  owner              text    not null,
  name               text    not null,
  address            text    not null,
  -- What strangers see of the address; null if it is not certain.
  city               text,
  -- From a short list; null if its landlord did not give one.
  property_type      text,
  monthly_rent       numeric not null,
  funding_goal       numeric not null,
  funding_purpose    text    not null,
  term_months        integer not null,
  monthly_rate       numeric not null,
  token_price        numeric not null,
  token_count        integer not null,
  payout_per_token   numeric not null,
  redemption_clause  text    not null,
  tokens_sold        integer not null check (tokens_sold >= 0 and tokens_sold <= token_count),
  tokens_reserved    integer not null check (tokens_reserved >= 0),
  status             text    not null,
  -- An admin took it out of the marketplace.
  hidden             boolean not null default false,
  paused_by_admin    boolean not null default false,
  paused_by_check    boolean not null default false,
  contract_id        uuid,
  -- The vault's item with the file's name.
  contract_name_item text,
  contract_bytes     integer,
  contract_sha256    text,
  created_at         text    not null,
  ended              boolean generated always as (status <> 'open') stored
);
create index properties_owner on read_models.properties (owner, id desc);
-- The marketplace's orders: open sales first, then by what somebody chose.
create index on read_models.properties (ended, id) where not hidden;
create index on read_models.properties (ended, monthly_rate, id) where not hidden;
create index on read_models.properties (ended, token_price, id) where not hidden;
create index on read_models.properties (ended, term_months, id) where not hidden;
create index on read_models.properties
  using gin ((name || ' ' || coalesce(city, '') || ' ' || funding_purpose) public.gin_trgm_ops) where not hidden;

-- A property's history for its page: the progress of the sale, the distribution of tokens, and late payments.
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

create table read_models.purchases (
  payment_id      uuid    primary key,
  seq             bigint  not null,
  property_id     integer not null,
  property_name   text    not null,
  wallet          text    not null,
  tokens          integer not null,
  cost            numeric not null,
  platform_fee    numeric not null,
  monthly_return  numeric not null,
  payment_hash    text    not null,
  issuance_hash   text    not null,
  at              text    not null,
  -- The business day, on which rates of return are based, like rent.
  date            text    not null,
  -- Tokens are redeemed when their loan is paid off.
  redeemed_at     text
);
create index purchases_wallet on read_models.purchases (wallet, seq desc);
create index purchases_property on read_models.purchases (property_id, seq desc);
create index purchases_of_holder on read_models.purchases (property_id, wallet);

create table read_models.property_names (
  property_id integer primary key,
  name        text not null,
  owner       text not null
);
create index property_names_owner on read_models.property_names (owner);

-- Data for the market analysis and the recommendations: a row per property, person and holding.
create table read_models.market_properties (
  property_id      integer primary key,
  seq              bigint  not null,
  owner            text    not null,
  name             text    not null,
  city             text    not null,
  purpose          text    not null,
  monthly_rent     numeric not null,
  token_price      numeric not null,
  token_count      integer not null,
  term_months      integer not null,
  annual_rate      numeric not null,
  payout_per_token numeric not null,
  payment_share    integer,
  status           text    not null,
  hidden           boolean not null,
  paused_by        text[]  not null,
  sold             integer not null,
  reserved         integer not null,
  purchases        integer not null,
  volume           numeric not null,
  holders          integer not null,
  largest          integer not null,
  listed_on        text    not null,
  first_sold_on    text,
  last_sold_on     text,
  instalments      integer not null,
  late             integer not null,
  unpaid           jsonb   not null,
  -- Lets a process that caches the properties in memory query only those that changed since.
  changed          bigint  not null default 0
);
create index on read_models.market_properties (volume desc, property_id desc);
create index on read_models.market_properties (owner, property_id);
create index on read_models.market_properties (changed);

create table read_models.market_people (
  wallet      text    primary key,
  purchases   integer not null,
  tokens      bigint  not null,
  recent      jsonb   not null,
  last_seq    bigint  not null,
  rent_shares integer not null
);
create table read_models.market_positions (
  wallet      text    not null,
  property_id integer not null,
  tokens      integer not null,
  purchases   integer not null,
  cost        numeric not null,
  primary key (wallet, property_id)
);
