import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Searched columns are on separate lines, so that a search finds no text that begins in one column and ends in the
 * next.
 */
export class SearchInParts0000000000019 implements MigrationInterface {
  name = 'SearchInParts0000000000019';

  async up(runner: QueryRunner): Promise<void> {
    await separate(runner, String.raw`E'\n'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await separate(runner, "' '");
  }
}

/**
 * A generated column cannot be changed, so both are created again, with their indexes and the texts that use their
 * keys.
 */
async function separate(runner: QueryRunner, by: string): Promise<void> {
  const text = `lower(description || ${by} || coalesce(property_name, ''))`;
  await runner.query(`
    alter table read_models.transactions
      drop column search_text,
      drop column text_key;
    alter table read_models.transactions
      add column search_text text generated always as (${text} || ${by} || lower(user_wallet || ${by} || coalesce(tx_hash, ''))) stored,
      add column text_key bigint generated always as (hashtextextended(type || ${by} || ${text}, 0)) stored;
    create index transactions_walk on read_models.transactions (seq desc) include (type, status, search_text);
    create index transactions_text on read_models.transactions (text_key, seq desc);
    truncate read_models.transaction_texts;
    insert into read_models.transaction_texts select distinct text_key, type, ${text} from read_models.transactions;
  `);
}
