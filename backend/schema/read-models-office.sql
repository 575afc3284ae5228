-- Read models of the office: operational cases, proposals, reconciliation, auditing.

create table read_models.cases (
  id          text  primary key,
  kind        text  not null,
  status      text  not null,
  payment_id  uuid,
  property_id integer,
  wallet      text,
  tx_hash     text,
  details     jsonb not null,
  opened_at   text  not null,
  resolution  text
);
create index cases_status on read_models.cases (status, opened_at desc);

-- Acts that take two people.
create table read_models.proposals (
  id         uuid primary key,
  by         text not null,
  at         text not null,
  expires_at text not null,
  status     text not null
);
create index proposals_by_time on read_models.proposals (at desc, id);

-- Every journaled hash with its purpose, by which transactions on the ledger are matched with the books. Those of the
-- platform accounts' own setup belong to no payment.
create table read_models.leg_hashes (
  hash       text primary key,
  payment_id uuid,
  leg        text not null
);
-- The ledger transactions that events tell as moved, for the payout escrow and for all other accounts.
create table read_models.moved_hashes (
  hash      text    not null,
  in_escrow boolean not null,
  primary key (hash, in_escrow)
);
-- How far the ledger was compared with the log, and the log with the ledger.
create table read_models.reconciled (
  account      text    primary key,
  to_ledger    integer not null,
  transactions integer not null,
  findings     integer not null
);
create table read_models.reconciled_log (
  id          text    primary key,
  to_position text    not null,
  settled     integer not null,
  findings    integer not null
);

-- The number of events of each minute, and the log's position at its end: for the auditor's timeline, and to find the
-- position of a time.
create table read_models.log_minutes (
  minute        text    primary key,
  events        integer not null,
  last_position text    not null
);
-- Which blocks of a thousand events name a wallet, or have events of a role: searches of the log skip the others.
create table read_models.log_parties (
  party text    not null,
  block integer not null,
  primary key (party, block)
);
