-- The schemas and their contents: platform/database/schemas.ts. The migrator creates the first three before it connects.
create schema if not exists eventstore;
create schema if not exists read_models;
create schema if not exists platform;
create schema log_index;
comment on schema log_index is 'What a log on EventStoreDB holds, for finding things. Emptied, it is filled again from there.';

-- Searches for parts of texts, alone and together with an ordinary column.
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
