/**
 * `node dist/migrate.js`: migrates the database to this program's schema and grants the application its rights, so that
 * running programs need to do neither. Needs MIGRATE_URL, and DATABASE_URL for the application's role. Exit code 0 if
 * it is done, 78 if the data is of another generation, 2 on failure.
 */
import { ownerUrlOf, prepareDatabase } from '#platform/database/prepare-database.js';
import { refuseOtherGenerations } from '#platform/generation.js';
import { runTool } from './tool.js';

async function main(): Promise<number> {
  const owner = ownerUrlOf(process.env);
  if (!owner) throw new Error('usage: MIGRATE_URL=… DATABASE_URL=… migrate');
  await refuseOtherGenerations(owner);
  const made = await prepareDatabase({ databaseUrl: process.env.DATABASE_URL || owner, migrateUrl: owner });
  process.stdout.write(
    made.length > 0 ? `Ran ${made.length} migrations, up to ${made.at(-1)}.\n` : 'Nothing to migrate.\n',
  );
  return 0;
}

runTool(main);
