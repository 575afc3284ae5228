-- What the platform itself keeps: consumers of the log, the vault and its keys, sessions, work shared by instances.

-- Read models and processes follow the log. A checkpoint of a read model moves in the transaction that writes its rows,
-- so each event is applied exactly once. Every checkpoint has the hash of its event, by which another log, or an older
-- state of this one, is recognized. Both logs agree at positions that both have: one of them is a copy of the other, or
-- empty.
create function platform.seal_checkpoint() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.hash := coalesce(
    (select e.hash from log_index.events e where e.position = new.position::bigint),
    (select e.hash from eventstore.events e where e.position = new.position::bigint));
  return new;
end $$;

create table platform.projection_checkpoints (
  name       text primary key,
  version    integer not null,
  position   text not null,
  hash       bytea,
  -- Where its rows changed last: other instances tell their people from this.
  changed    text not null default '',
  moved_at   timestamptz not null default now()
);
create trigger sealed before insert or update of position on platform.projection_checkpoints
  for each row execute function platform.seal_checkpoint();

create table platform.projection_rebuilds (
  name       text primary key,
  position   text not null,
  target     text not null,
  started_at timestamptz not null default now(),
  beat_at    timestamptz not null default now()
);

-- The progress of a rebuild, written together with its tables, and the version with which it was begun.
create table platform.rebuild_checkpoints (
  name      text    primary key,
  version   integer not null,
  shape     text    not null,
  position  text    not null,
  hash      bytea
);
create trigger sealed before insert or update of position on platform.rebuild_checkpoints
  for each row execute function platform.seal_checkpoint();

create table platform.process_checkpoints (
  process    text primary key,
  position   text not null,
  hash       bytea
);
create trigger sealed before insert or update of position on platform.process_checkpoints
  for each row execute function platform.seal_checkpoint();

create table platform.timers (
  process       text not null,
  key           text not null,
  due_at        timestamptz not null,
  payload       jsonb,
  -- Drawn anew with each schedule: a timer that was replaced while it was handled is not deleted by the old handling.
  token         uuid not null default gen_random_uuid(),
  attempts      integer not null default 0,
  -- Until then somebody is at it; after a crash it fires again.
  claimed_until timestamptz,
  -- A row without a fitting MAC was not written by the program, here and in the tables below.
  mac           bytea,
  primary key (process, key)
);
create index timers_due on platform.timers (process, due_at);

create table platform.failed_events (
  consumer   text not null,
  lane       text not null,
  position   text not null,
  stream     text not null,
  revision   integer not null,
  error      text not null,
  failed_at  timestamptz not null default now(),
  primary key (consumer, position)
);
create index failed_events_lane on platform.failed_events (consumer, lane);

-- An instance found that the log had lost events that it had read: the next start waits for an operator.
create table platform.log_refusals (
  position  text        not null,
  hash      text,
  head      text        not null,
  found_at  timestamptz not null default now()
);

-- Folded states of long streams, one for each version of a fold, so that two versions of the program can run side by
-- side. Disposable: emptying the table costs time only.
create table platform.fold_snapshots (
  stream   text        not null,
  version  integer     not null,
  revision integer     not null,
  hash     text,
  state    bytea       not null,
  mac      bytea,
  made_at  timestamptz not null default now(),
  primary key (stream, version)
);

-- The log's Merkle tree, in tiles, and its signed checkpoints. Both are derived from the log.
create table platform.log_tiles (
  level  integer not null,
  index  bigint  not null,
  hashes bytea   not null,
  primary key (level, index)
);
create table platform.log_tree (
  one  boolean primary key default true check (one),
  size bigint  not null,
  head bytea   not null
);
create table platform.log_checkpoints (
  size bigint      not null,
  root bytea       not null,
  note text        not null,
  at   timestamptz not null,
  primary key (size, root)
);
create index log_checkpoints_by_time on platform.log_checkpoints (at desc);
-- The public key of the checkpoints, as a worker published it.
create table platform.log_key (
  one boolean primary key default true check (one),
  key text    not null,
  mac bytea   not null
);

-- The program's keys, each wrapped by the operator's master key, or by the signer key, which only workers have.
create table platform.wrapped_keys (
  purpose    text        not null,
  id         integer     not null check (id > 0),
  wrapped    bytea       not null,
  wrapped_by text        not null default 'master' check (wrapped_by in ('master', 'signer')),
  made_at    timestamptz not null default now(),
  primary key (purpose, id)
);

-- The vault: one wrapped key per subject, and the items encrypted with it. Destroying a key makes its items unreadable
-- forever. `ring_purpose` and `ring_key` name the key of the ring that wraps the subject's key.
create table platform.vault_keys (
  id           uuid        primary key default gen_random_uuid(),
  subject      text        not null unique,
  wrapped      bytea       not null,
  ring_purpose text        not null default 'vault' check (ring_purpose in ('vault', 'signer')),
  ring_key     integer     not null check (ring_key > 0),
  created_at   timestamptz not null default now()
);
create table platform.vault_items (
  id          uuid        primary key,
  key_id      uuid        not null,
  subject     text        not null,
  kind        text        not null,
  sealed      bytea       not null,
  -- Who put it there, for a quota per person.
  uploaded_by text,
  created_at  timestamptz not null default now()
);
create index vault_items_subject on platform.vault_items (subject);
create index vault_items_uploaded_by on platform.vault_items (uploaded_by) where uploaded_by is not null;

-- Keyed digests for looking up values that only the vault contains. Of many subjects found by one value, the first ones
-- count.
create table platform.vault_lookups (
  kind       text        not null,
  digest     text        not null,
  subject    text        not null,
  created_at timestamptz not null default now(),
  mac        bytea,
  primary key (kind, digest, subject)
);
create index vault_lookups_subject on platform.vault_lookups (subject);

create table platform.sessions (
  id         text primary key,
  wallet     text not null,
  role       text not null,
  opened_at  timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null,
  -- Like "Firefox on Windows"; null if it is not known. Deleted with the session, and stored nowhere else.
  device     text,
  mac        bytea
);
create table platform.login_attempts (
  payload_uuid uuid primary key,
  identifier   text not null unique,
  nonce        text not null,
  role         text not null,
  browser      text not null,
  wallet       text,
  -- The links of an open sign-in.
  shown        jsonb,
  expires_at   timestamptz not null,
  mac          bytea
);

create table platform.rate_limits (
  key        text primary key,
  window_end timestamptz not null,
  count      integer not null
);
-- Requests to the wallet app are counted for all instances together.
create table platform.request_budgets (
  key    text    not null,
  minute bigint  not null,
  count  integer not null,
  primary key (key, minute)
);

-- Refused calls and sign-ins with their network addresses: the only table with addresses in plain text.
create table platform.security_log (
  minute  timestamptz not null,
  event   text        not null,
  address text        not null,
  method  text        not null,
  call    text        not null,
  session text        not null,
  count   integer     not null,
  primary key (minute, event, address, method, call, session)
);

-- What one instance at a time does.
create table platform.leases (
  name            text primary key,
  holder          uuid not null,
  until           timestamptz not null,
  -- The holder's session: a lease ends with it, so a restart after a crash need not wait for the time to run out.
  pid             integer not null,
  session_started timestamptz
);
-- Live instances that take leases, so that they can share the work.
create table platform.lease_holders (
  holder          uuid        primary key,
  wanted          text[]      not null,
  until           timestamptz not null,
  pid             integer     not null,
  session_started timestamptz
);
-- When each scheduled job was last done, and its result: one instance does it, all of them report it.
create table platform.job_runs (
  name   text        primary key,
  at     timestamptz not null,
  result jsonb       not null
);
-- Requests of web processes to workers. Rows may be lost with the server, because lost requests are repeated or done
-- anyway, so the table is unlogged.
create unlogged table platform.worker_requests (
  id       uuid        primary key,
  kind     text        not null,
  input    jsonb       not null,
  lease    text,
  asked_at timestamptz not null default clock_timestamp(),
  taken_by uuid,
  done_at  timestamptz,
  result   text,
  error    text,
  mac      bytea
);
create index worker_requests_open on platform.worker_requests (asked_at) where taken_by is null;

-- What a person has read, and their preferences: state and not history, deleted with the person.
create table platform.notification_people (
  wallet      text   primary key,
  read_to     bigint not null default 0,
  preferences jsonb  not null default '{}'
);
create table platform.notification_reads (
  wallet          text not null,
  notification_id text not null,
  primary key (wallet, notification_id)
);
-- The properties that a person watches, with the notice after which theirs begin.
create table platform.watched_properties (
  wallet      text    not null,
  property_id integer not null,
  since       bigint  not null,
  primary key (wallet, property_id)
);
create index watched_properties_property on platform.watched_properties (property_id);
-- Mails about notifications: their recipients and states, without address or text.
create table platform.notification_mails (
  notification_id text        not null,
  wallet          text        not null,
  state           text        not null,
  attempts        integer     not null default 0,
  reason          text,
  since           timestamptz not null,
  primary key (notification_id, wallet)
);
create index notification_mails_wallet on platform.notification_mails (wallet);
