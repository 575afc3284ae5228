-- The log: events, commands, and triggers that refuse changes to what was written. Its append function has only its
-- newest text, platform/database/append.sql.ts, which every migrator installs.

-- `data` and `metadata` are text, not jsonb: the hash is over the bytes as stored, and jsonb would rewrite them. `at` is
-- text for the same reason.
create table eventstore.events (
  position  bigint  primary key check (position > 0),
  stream    text    not null,
  revision  integer not null check (revision >= 0),
  id        uuid    not null unique,
  type      text    not null check (type <> ''),
  version   integer not null check (version > 0),
  data      text    not null,
  metadata  text    not null,
  at        text    not null,
  hash      bytea   not null check (octet_length(hash) = 32),
  -- Number of the key and HMAC, outside of the sealed data.
  mac       bytea,
  unique (stream, revision)
);
-- Finds the events of a type without the others between them.
create index events_by_type on eventstore.events (type, position);
comment on table eventstore.events is 'The log. Append-only; hash = SHA-256 over the previous hash and this row, see docs/event-store.md.';

create table eventstore.commands (
  id         text   primary key,
  input_hash text,
  position   bigint not null,
  revisions  text   not null,
  result     text   not null
);
comment on table eventstore.commands is 'What each command wrote, so that a repeated command gets the first answer and writes nothing.';

-- A view: a table would be redundant data to maintain, and the index on (stream, revision) is just as fast.
create view eventstore.streams as
  select stream, max(revision) as revision, count(*) as events, max(position) as position from eventstore.events group by stream;

create function eventstore.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% on %.% is refused: the log is append-only', tg_op, tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete on eventstore.events for each row execute function eventstore.refuse_change();
create trigger never_truncated before truncate on eventstore.events for each statement execute function eventstore.refuse_change();
create trigger append_only before update or delete on eventstore.commands for each row execute function eventstore.refuse_change();
create trigger never_truncated before truncate on eventstore.commands for each statement execute function eventstore.refuse_change();
-- ALWAYS: they fire even if a session claims to be a replica, the usual way to bypass triggers.
alter table eventstore.events enable always trigger append_only;
alter table eventstore.events enable always trigger never_truncated;
alter table eventstore.commands enable always trigger append_only;
alter table eventstore.commands enable always trigger never_truncated;

-- A log that is being copied, or was. The trigger that refuses appends is created when a log is closed, so that an open
-- log has no overhead.
create table eventstore.marks (
  kind      text   primary key check (kind in ('copying', 'closed')),
  position  bigint not null,
  hash      text   not null,
  made_at   timestamptz not null default now()
);
create function eventstore.refuse_append() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('eventstore.loading', true) = 'on' then return null; end if;
  raise exception 'This log is closed: it is being copied, or was' using errcode = 'restrict_violation';
end $$;
