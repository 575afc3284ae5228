import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the transaction log fast at a million rows. Many rows share a description and a wallet: a search looks through
 * the short lists of those and continues by key (payments' TransactionLog), because a trigram index over all rows would
 * read every row with a frequent word. `at` leads to `seq`, which orders every list. Also the sums of each day.
 */
export class TransactionLog0000000000014 implements MigrationInterface {
  name = 'TransactionLog0000000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists btree_gin with schema public;
      drop index read_models.transactions_search, read_models.transactions_at;
      alter table read_models.transactions
        add column text_key bigint generated always as (hashtextextended(type || ' ' || lower(description || ' ' || coalesce(property_name, '')), 0)) stored;
      create index transactions_text on read_models.transactions (text_key, seq desc);
      create index transactions_hash on read_models.transactions using gin (lower(tx_hash) gin_trgm_ops);
      create index transactions_at on read_models.transactions (at, seq);
      create index transactions_type_status on read_models.transactions (type, status, seq desc);

      create table read_models.transaction_texts (
        text_key bigint primary key,
        type     text   not null,
        text     text   not null
      );
      create index transaction_texts_text on read_models.transaction_texts using gin (type, text gin_trgm_ops);
      create table read_models.transaction_wallets (wallet text primary key);
      create index transaction_wallets_text on read_models.transaction_wallets using gin (lower(wallet) gin_trgm_ops);

      create table read_models.transaction_days (
        day          text    not null,
        type         text    not null,
        status       text    not null,
        transactions integer not null,
        amount       numeric not null,
        primary key (day, type, status)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read_models.transaction_days, read_models.transaction_texts, read_models.transaction_wallets;
      drop index read_models.transactions_type_status, read_models.transactions_hash, read_models.transactions_at;
      alter table read_models.transactions drop column text_key;
      create index transactions_search on read_models.transactions using gin (search_text gin_trgm_ops);
      create index transactions_at on read_models.transactions (at);
    `);
  }
}
