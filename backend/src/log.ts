/**
 * `node dist/log.js copy --from database --to eventstore`, or the other way around: copies a log between stores. `node
 * dist/log.js protect --user <name>`: lets only that user and administrators append, and nobody else delete. Needs
 * DATABASE_URL (or MIGRATE_URL if its role does not own the log), EVENTSTORE_URL, EVENTSTORE_STREAM; a URL can be given
 * instead of a name. Exit code 2 on failure.
 */
import { parseArgs } from 'node:util';
import { migrate } from '#platform/database/migrate.js';
import { ownerUrlOf } from '#platform/database/prepare-database.js';
import { refuseOlderLog, refuseOtherGenerations } from '#platform/generation.js';
import { runTool } from './tool.js';
import { copyLog } from '#platform/event-store/copying/copy-log.js';
import { EventStoreDbEnd, openEnd } from '#platform/event-store/copying/open-end.js';

const USAGE = `usage: log copy --from <database|eventstore|address> --to <database|eventstore|address>
       log protect --user <name>`;
const TOLD_EVERY_MS = 1000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const options = { from: { type: 'string' }, to: { type: 'string' }, user: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  if (positionals[0] === 'copy' && values.from && values.to) return copy(values.from, values.to);
  if (positionals[0] === 'protect' && values.user) return protect(values.user);
  say(USAGE);
  return 2;
}

async function copy(from: string, to: string): Promise<number> {
  for (const name of [from, to]) {
    const address = name === 'database' ? ownerUrlOf(process.env) : name;
    if (!address.startsWith('postgres')) continue;
    await refuseOtherGenerations(address);
    await migrate(address);
  }
  const [source, target] = [openEnd(from, process.env), openEnd(to, process.env)];
  try {
    for (const { end } of [source, target]) await refuseOlderLog(end);
    let told = 0;
    const { position, hash } = await copyLog(source.end, target.end, (done, of) => {
      if (Date.now() - told < TOLD_EVERY_MS) return;
      told = Date.now();
      say(`${done} of ${of} events`);
    });
    say(`Copied: ${position} events, head hash ${hash}. The source log is closed.`);
    return 0;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function protect(user: string): Promise<number> {
  const { end, close } = openEnd('eventstore', process.env);
  try {
    if (!(end instanceof EventStoreDbEnd)) throw new TypeError('EVENTSTORE_URL does not name a server');
    await end.wire.protect(user);
    say(`${user} may read and append; deleting and metadata are for administrators.`);
    return 0;
  } finally {
    await close();
  }
}

runTool(main);
