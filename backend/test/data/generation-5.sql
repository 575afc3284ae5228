-- What the last program before 1.0 (version 0.2.0, generation 5) left in an empty database at its first start, cut down to
-- the tables and rows that identify it.
create schema eventstore;
create schema platform;

create table eventstore.events (
  position bigint primary key, stream text not null, revision integer not null, id uuid not null unique, type text not null,
  version integer not null, data text not null, metadata text not null, at text not null, hash bytea not null, mac bytea,
  unique (stream, revision)
);
insert into eventstore.events values (
  1,
  'program-generation',
  0,
  'ce5149e2-faa0-5aea-92b5-a93d2df7581b',
  'ProgramGeneration',
  1,
  '{"generation":5,"program":"0.2.0"}',
  '{"actor":{"role":"system","wallet":null},"businessDate":"2026-11-28","causationId":"d9264a66-24b5-5aa4-a20a-77918291ca48","commandId":"d9264a66-24b5-5aa4-a20a-77918291ca48","correlationId":"d9264a66-24b5-5aa4-a20a-77918291ca48"}',
  '2026-11-28T14:33:19.817Z',
  '\xed1efff755c8835ac499f7c60f06ae798ed01a4126578673c07a6eddf12604ae',
  '\x0000000144a6e56145817c705a81925f8cad8ba437ab2aa0f447acb3a3b52e6138ae73f5'
);

create table platform.migrations (id serial primary key, timestamp bigint not null, name varchar not null);
insert into platform.migrations values (1, 1, 'EventLog0000000000001'), (61, 250, 'SealedRebuilds0000000000250');
