import { createPool } from '../../database/pool.js';
import { ownerUrlOf } from '../../database/prepare-database.js';
import { readEventStore } from '../../config/log-settings.js';
import type { Source, Target } from './copy-log.js';
import { EventStoreDbEnd } from './event-store-db-end.js';
import { PostgresEnd } from './postgres-end.js';

const STATEMENT_MS = 600_000;

export { EventStoreDbEnd };

export interface OpenEnd {
  end: Source & Target;
  close(): Promise<void>;
}

/**
 * Source or target of a copy: `database` and `eventstore` are the ones in the settings; anything else is a URL.
 * @throws TypeError if it names nothing
 */
export function openEnd(name: string, env: NodeJS.ProcessEnv): OpenEnd {
  const address = { database: ownerUrlOf(env), eventstore: env.EVENTSTORE_URL }[name] ?? name;
  if (/^postgres(ql)?:\/\//.test(address)) {
    const pool = createPool(address, 2, STATEMENT_MS);
    return { end: new PostgresEnd(pool), close: () => pool.end() };
  }
  const problems: string[] = [];
  const settings = readEventStore({ ...env, EVENTSTORE_URL: address }, false, (problem) => problems.push(problem));
  if (!settings || problems.length > 0) throw new TypeError(problems[0] ?? `${name} names no log`);
  const end = new EventStoreDbEnd(settings);
  return { end, close: () => end.wire.close() };
}
