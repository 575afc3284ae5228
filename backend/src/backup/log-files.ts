import path from 'node:path';
import { bytesOf, fieldsOf, rowOf } from '#platform/database/copy-text.js';
import { columnsOf, headOf, rowsOf } from '#platform/database/dump.js';
import { writeHashed, type FileDigest } from '#platform/database/hashed-file.js';
import type { Source } from '#platform/event-store/copying/copy-log.js';
import { toPosition } from '#platform/event-store/positions.js';
import { fits, GENESIS, type SealedEvent } from '#platform/event-store/seal.js';
import { EVENT_COLUMNS } from '#platform/event-store/stored-log.js';
import type { LogEnd } from './manifest.js';
import { fileOf, LOG_TABLES } from './tables.js';
import { Told } from './told.js';

const PAGE_EVENTS = 2000;
const COMMAND_COLUMNS = ['id', 'input_hash', 'position', 'revisions', 'result'] as const;

/**
 * Writes a log on EventStoreDB into the same files as a log in PostgreSQL, up to a position.
 * @throws Told if its seals do not match, or it does not end as expected
 */
export async function exportLog(
  source: Pick<Source, 'read'>,
  end: Pick<LogEnd, 'position' | 'hash'>,
  folder: string,
): Promise<FileDigest[]> {
  let commandsFile: FileDigest | undefined;
  const eventsFile = await writeHashed(folder, fileOf(LOG_TABLES.events), async (events) => {
    commandsFile = await writeHashed(folder, fileOf(LOG_TABLES.commands), async (commands) => {
      events.write(headOf(EVENT_COLUMNS));
      commands.write(headOf(COMMAND_COLUMNS));
      let [position, previous] = [0, GENESIS];
      while (position < end.position) {
        const page = await source.read(position, Math.min(PAGE_EVENTS, end.position - position));
        if (page.length === 0) throw notWhole(position + 1);
        for (const event of page) {
          if (event.position !== position + 1 || !fits(previous, event)) throw notWhole(position + 1);
          [position, previous] = [event.position, event.hash];
          events.write(rowOf(EVENT_COLUMNS.map((name) => event[name] ?? null)));
          if (!event.command) continue;
          const { id, inputHash, revisions, result } = event.command;
          commands.write(rowOf([id, inputHash, event.command.position, revisions, result]));
        }
      }
      if (previous.toString('hex') !== end.hash) throw notWhole(end.position);
    });
  });
  return [eventsFile, commandsFile!];
}

const notWhole = (position: number) =>
  new Told(`The event log is damaged at ${toPosition(position)}. Verify it with npm run replay -- --verify.`);

/**
 * Reads the events of a backup from first to last and recomputes every seal.
 * @throws Told naming the first that does not match, or if the log does not end as the manifest says
 */
export async function verifyLog(folder: string, end: LogEnd): Promise<void> {
  const file = path.join(folder, fileOf(LOG_TABLES.events));
  const place = new Map(columnsOf(file).map((name, index) => [name, index]));
  let [position, previous, first] = [0, GENESIS, GENESIS];
  for await (const row of rowsOf(file)) {
    const event = eventOf(fieldsOf(row), place);
    if (event.position !== position + 1 || !fits(previous, event))
      throw new Told(`The event log in the backup is damaged: ${toPosition(position + 1)} does not fit its hash.`);
    [position, previous] = [event.position, event.hash];
    if (position === 1) first = event.hash;
  }
  const found: LogEnd = { position, hash: previous.toString('hex'), id: first.toString('hex') };
  if (found.position !== end.position || found.hash !== end.hash || found.id !== end.id)
    throw new Told(
      `The log in the backup ends at ${toPosition(position)} with a different hash than the one in the manifest for ` +
        `${toPosition(end.position)}.`,
    );
}

function eventOf(fields: readonly (string | null)[], place: ReadonlyMap<string, number>): SealedEvent {
  const field = (name: string): string => fields[place.get(name) ?? -1] ?? '';
  return {
    position: Number(field('position')),
    stream: field('stream'),
    revision: Number(field('revision')),
    id: field('id'),
    type: field('type'),
    version: Number(field('version')),
    at: field('at'),
    data: field('data'),
    metadata: field('metadata'),
    hash: bytesOf(field('hash')),
  };
}
