import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * For a log on EventStoreDB: a disposable index of it, and the seal of the event at each consumer's checkpoint, by
 * which another log, or an older state of this one, is recognized. Also marks for a log in PostgreSQL that is being
 * copied, or was.
 */
export class LogIndex0000000000090 implements MigrationInterface {
  name = 'LogIndex0000000000090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
    await runner.query(SEALED_CHECKPOINTS);
    await runner.query(MARKS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger sealed on platform.projection_checkpoints;
      drop trigger sealed on platform.process_checkpoints;
      drop function platform.seal_checkpoint();
      alter table platform.projection_checkpoints drop column hash;
      alter table platform.process_checkpoints drop column hash;
      drop function eventstore.refuse_append() cascade;
      drop table eventstore.marks;
      drop schema log_index cascade`);
  }
}

const INDEX = `
create schema log_index;
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
  unique (stream, revision)
);
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
comment on schema log_index is 'What a log on EventStoreDB holds, for finding things. Emptied, it is filled again from there.';
`;

/** Both logs agree at positions that both have: one of them is a copy of the other, or empty. */
const SEALED_CHECKPOINTS = `
alter table platform.projection_checkpoints add column hash bytea;
alter table platform.process_checkpoints add column hash bytea;
create function platform.seal_checkpoint() returns trigger language plpgsql as $$
begin
  new.hash := coalesce(
    (select e.hash from log_index.events e where e.position = new.position::bigint),
    (select e.hash from eventstore.events e where e.position = new.position::bigint));
  return new;
end $$;
create trigger sealed before insert or update of position on platform.projection_checkpoints
  for each row execute function platform.seal_checkpoint();
create trigger sealed before insert or update of position on platform.process_checkpoints
  for each row execute function platform.seal_checkpoint();
`;

/** The trigger that refuses appends is created when a log is closed, so that an open log has no overhead. */
const MARKS = `
create table eventstore.marks (
  kind      text   primary key check (kind in ('copying', 'closed')),
  position  bigint not null,
  hash      text   not null,
  made_at   timestamptz not null default now()
);
create function eventstore.refuse_append() returns trigger language plpgsql as $$
begin
  if current_setting('eventstore.loading', true) = 'on' then return null; end if;
  raise exception 'This log is closed: it is being copied, or was' using errcode = 'restrict_violation';
end $$;
`;
