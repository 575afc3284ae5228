/**
 * `node dist/log.js copy --from database --to eventstore`, or the other way around: copies a log between stores. `node
 * dist/log.js protect --user <name>`: lets only that user and administrators append, and nobody else delete. Needs
 * DATABASE_URL (or MIGRATE_URL if its role does not own the log), EVENTSTORE_URL, EVENTSTORE_STREAM; a URL can be given
 * instead of a name. `node dist/log.js screen [folder]`: counts whom this version's matcher would stop, before it acts;
 * needs the master key too, and changes nothing. Exit code 2 on failure.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { screenerOf, screenOwnLog } from '#features/screening/module.public.js';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { readEventStore } from '#platform/config/log-settings.js';
import { readMasterKey } from '#platform/config/master-key.js';
import { createPool } from '#platform/database/pool.js';
import { migrate } from '#platform/database/migrate.js';
import { ownerUrlOf } from '#platform/database/prepare-database.js';
import { refuseOlderLog, refuseOtherGenerations } from '#platform/generation.js';
import { runTool } from './tool.js';
import { CataloguedEventStore } from '#platform/event-store/catalogued-event-store.js';
import { copyLog } from '#platform/event-store/copying/copy-log.js';
import { EventStoreDbEnd, openEnd } from '#platform/event-store/copying/open-end.js';
import { openLog } from '#platform/event-store/open-log.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { macsOf } from '#platform/vault/ring-macs.js';
import { VaultService } from '#platform/vault/vault.service.js';

const USAGE = `usage: log copy --from <database|eventstore|address> --to <database|eventstore|address>
       log protect --user <name>
       log screen [folder with the lists' files]`;
const TOLD_EVERY_MS = 1000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const options = { from: { type: 'string' }, to: { type: 'string' }, user: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  if (positionals[0] === 'copy' && values.from && values.to) return copy(values.from, values.to);
  if (positionals[0] === 'protect' && values.user) return protect(values.user);
  if (positionals[0] === 'screen') return screen(positionals[1]);
  say(USAGE);
  return 2;
}

/** @param folder by default the lists that the program fetched last */
async function screen(folder = path.join(process.env.DATA_DIR || '.data', 'sanctions')): Promise<number> {
  const fail = (problem: string): never => {
    throw new TypeError(problem);
  };
  const { DATABASE_URL = fail('DATABASE_URL is missing') } = process.env;
  await refuseOtherGenerations(DATABASE_URL);
  const pool = createPool(DATABASE_URL, 2);
  const ring = await new KeyRing(readMasterKey(process.env, fail)).open(pool);
  const log = await openLog(
    pool,
    readEventStore(process.env, process.env.NODE_ENV === 'production', fail),
    undefined,
    macsOf(ring),
  );
  try {
    const store = new CataloguedEventStore(log, EVENT_CATALOGUE, UPCASTERS);
    const counts = await screenOwnLog(store, new VaultService(pool, ring), await screenerOf(folder));
    say('script       people  stopped now  suspends  a case alone  not compared');
    for (const [script, one] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { people, stoppedBefore, suspended, caseOnly, notCompared } = one;
      const figures = [people, stoppedBefore, suspended, caseOnly, notCompared];
      say(script.padEnd(10) + figures.map((figure, at) => String(figure).padStart([9, 13, 10, 14, 14][at]!)).join(''));
    }
    return 0;
  } finally {
    await log.close();
    await pool.end();
  }
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
