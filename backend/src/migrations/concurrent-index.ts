import type { QueryRunner } from 'typeorm';

/**
 * Creates an index while rows are read and written. For a migration with `transaction = false`. Drops an incomplete
 * index of an earlier attempt first. It waits for transactions in progress, without blocking others.
 * @param index its name, with the table's schema
 * @param on table, columns and condition: "read_models.transactions (payer) where status = 'pending'"
 */
export async function createIndexConcurrently(runner: QueryRunner, index: string, on: string): Promise<void> {
  const [schema, name] = index.split('.');
  if (!schema || !name) throw new Error(`"${index}" is not the name of an index with its schema`);
  const [found] = await runner.query('select indisvalid as whole from pg_index where indexrelid = to_regclass($1)', [
    index,
  ]);
  if (found?.whole) return;
  await runner.query('set lock_timeout = 0');
  try {
    await runner.query(`drop index concurrently if exists ${index}`);
    await runner.query(`create index concurrently ${name} on ${on}`);
  } finally {
    await runner.query('reset lock_timeout');
  }
}
