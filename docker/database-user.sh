#!/bin/sh
# Run once by PostgreSQL's image when it makes the cluster. Makes two users, neither a superuser: one that owns the
# program's databases and makes their tables, and the program's own, which may append to the log but change nothing in
# it. The image may run this file or source it in its own shell.
: "${PROGRAM_PASSWORD:?DATABASE_PASSWORD is not set: sh docker/new-secrets.sh}"
: "${OWNER_PASSWORD:?DATABASE_OWNER_PASSWORD is not set: sh docker/new-secrets.sh}"
psql -v ON_ERROR_STOP=1 -v password="$PROGRAM_PASSWORD" -v owner="$OWNER_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role tknest login password :'password';
create role tknest_owner login password :'owner';
grant tknest to tknest_owner;
create database tknest owner tknest_owner encoding 'UTF8' template template0;
create database tknest_demo owner tknest_owner encoding 'UTF8' template template0;
revoke connect on database tknest, tknest_demo from public;
grant connect on database tknest, tknest_demo to tknest;
SQL
