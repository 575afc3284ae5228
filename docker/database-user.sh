#!/bin/sh
# Run once, by PostgreSQL's own image when the cluster is made: a user for the program that is no superuser, and its
# databases. That image may run it or read it into its own shell.
: "${PROGRAM_PASSWORD:?DATABASE_PASSWORD is not set: sh docker/new-secrets.sh}"
psql -v ON_ERROR_STOP=1 -v password="$PROGRAM_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role tknest login password :'password';
create database tknest owner tknest encoding 'UTF8' template template0;
create database tknest_demo owner tknest encoding 'UTF8' template template0;
revoke connect on database tknest, tknest_demo from public;
SQL
