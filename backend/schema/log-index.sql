-- For a log on EventStoreDB: a disposable index of it.

create table log_index.events (
  position  bigint  primary key,
  stream    text    not null,
  revision  integer not null,
  id        uuid    not null,
  type      text    not null,
  version   integer not null,
  data      text    not null,
  metadata  text    not null,
  at        text    not null,
  hash      bytea   not null,
  mac       bytea,
  unique (stream, revision)
);
create index events_by_type on log_index.events (type, position);
-- Finds duplicates of an event: nothing else keeps ids unique there.
create index events_by_id on log_index.events (id);

create table log_index.commands (
  id         text   primary key,
  input_hash text,
  position   bigint not null,
  revisions  text   not null,
  result     text   not null
);

-- How far the index has come: it is fed by compare-and-set on position and hash.
create table log_index.checkpoint (
  one       boolean primary key default true check (one),
  position  bigint  not null,
  hash      bytea   not null,
  at        text    not null
);
insert into log_index.checkpoint (position, hash, at) values (0, decode(repeat('00', 32), 'hex'), '');
