/**
 * `node dist/migrate.js`: migrates the database to this program's schema and grants the application its rights, so that
 * running programs need to do neither. Needs MIGRATE_URL, and DATABASE_URL for the application's role. Exit code 0 if
 * it is done, 78 if a newer program was used before, 2 on failure.
 */
import { ownerUrlOf, prepareDatabase } from '#platform/database/prepare-database.js';
import { NewerGeneration, refuseNewerDatabase } from '#platform/generation.js';

const EXIT_CONFIGURATION = 78;

async function main(): Promise<void> {
  const owner = ownerUrlOf(process.env);
  if (!owner) throw new Error('usage: MIGRATE_URL=… DATABASE_URL=… migrate');
  await refuseNewerDatabase(owner);
  const made = await prepareDatabase({ databaseUrl: process.env.DATABASE_URL || owner, migrateUrl: owner });
  process.stdout.write(
    made.length > 0 ? `Ran ${made.length} migrations, up to ${made.at(-1)}.\n` : 'Nothing to migrate.\n',
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof NewerGeneration ? EXIT_CONFIGURATION : 2);
});
