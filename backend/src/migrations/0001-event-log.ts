import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APPEND_FUNCTION } from '#platform/database/append.sql.js';

/** The log: streams, events, commands, the append function, and triggers that refuse changes to what was written. */
export class EventLog0000000000001 implements MigrationInterface {
  name = 'EventLog0000000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(APPEND_ONLY);
    await runner.query(APPEND_FUNCTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema eventstore cascade; create schema eventstore');
  }
}

/**
 * `data` and `metadata` are text, not jsonb: the hash is over the bytes as stored, and jsonb would rewrite them. `at`
 * is text for the same reason. Streams are a view: a table would be redundant data to maintain, and the index on
 * (stream, revision) is just as fast.
 */
const TABLES = `
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
  unique (stream, revision)
);

create table eventstore.commands (
  id         text   primary key,
  input_hash text,
  position   bigint not null,
  revisions  text   not null,
  result     text   not null
);

create view eventstore.streams as
  select stream, max(revision) as revision, count(*) as events, max(position) as position from eventstore.events group by stream;

comment on table eventstore.events is 'The log. Append-only; hash = SHA-256 over the previous hash and this row, see docs/event-store.md.';
comment on table eventstore.commands is 'What each command wrote, so that a repeated command gets the first answer and writes nothing.';
`;

/** ALWAYS: these triggers fire even if a session claims to be a replica, the usual way to bypass triggers. */
const APPEND_ONLY = `
create function eventstore.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on %.% is refused: the log is append-only', tg_op, tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete on eventstore.events for each row execute function eventstore.refuse_change();
create trigger never_truncated before truncate on eventstore.events for each statement execute function eventstore.refuse_change();
alter table eventstore.events enable always trigger append_only;
alter table eventstore.events enable always trigger never_truncated;

create trigger append_only before update or delete on eventstore.commands for each row execute function eventstore.refuse_change();
create trigger never_truncated before truncate on eventstore.commands for each statement execute function eventstore.refuse_change();
alter table eventstore.commands enable always trigger append_only;
alter table eventstore.commands enable always trigger never_truncated;
`;
