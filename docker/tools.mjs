// `docker compose run --rm tools backup|doctor|keys|log|migrate|replay|restore …`: runs a tool of the program with the
// database role and the user of EventStoreDB that it needs; where nothing is said, with those of the program.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const { OWNER_URL, EVENTSTORE_ADMIN_URL, ...env } = process.env;
const asOwner = { MIGRATE_URL: OWNER_URL };
/** Settings of each tool beside those of the program. */
const TOOLS = {
  backup: {},
  doctor: {},
  keys: asOwner,
  // Closes a log and sets the rights of a stream.
  log: { ...asOwner, ...(env.EVENTSTORE_URL && { EVENTSTORE_URL: EVENTSTORE_ADMIN_URL }) },
  migrate: asOwner,
  replay: {},
  // Makes the tables.
  restore: { DATABASE_URL: OWNER_URL },
};

const [tool, ...args] = process.argv.slice(2);
if (!Object.hasOwn(TOOLS, tool ?? '')) {
  process.stdout.write(`usage: docker compose run --rm tools ${Object.keys(TOOLS).join('|')} …\n`);
  process.exit(2);
}
const script = path.join(import.meta.dirname, `../backend/dist/program/${tool}.js`);
const { status } = spawnSync(process.execPath, ['--enable-source-maps', script, ...args], {
  env: { ...env, ...TOOLS[tool] },
  stdio: 'inherit',
});
process.exitCode = status ?? 2;
