#!/bin/sh
# Run by PostgreSQL's image when it makes the cluster, and by hand after a database was dropped; repeating it completes
# what is missing. Makes two users, neither a superuser: one that owns the program's database and makes its tables, and
# the program's own, which may append to the log but change nothing in it. The image may run this file or source it in
# its own shell.
: "${PROGRAM_PASSWORD:?DATABASE_PASSWORD is not set: sh docker/new-secrets.sh}"
: "${OWNER_PASSWORD:?DATABASE_OWNER_PASSWORD is not set: sh docker/new-secrets.sh}"
psql -v ON_ERROR_STOP=1 -v password="$PROGRAM_PASSWORD" -v owner="$OWNER_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
select format('create role %I login', name) from unnest(array['tknest', 'tknest_owner']) as name
  where not exists (select from pg_roles where rolname = name) \gexec
alter role tknest password :'password';
alter role tknest_owner password :'owner';
grant tknest to tknest_owner;
select 'create database tknest owner tknest_owner encoding ''UTF8'' template template0'
  where not exists (select from pg_database where datname = 'tknest') \gexec
revoke connect on database tknest from public;
grant connect on database tknest to tknest;
SQL
