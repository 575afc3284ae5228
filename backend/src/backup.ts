/**
 * `node dist/backup.js --to <new folder> [--keys-to <another folder>]`: takes a backup while the program runs. Needs
 * DATABASE_URL, EVENTSTORE_URL if the log is there, and TOMBSTONES_URL or DATA_DIR. Exit code 0 if it was taken, 1 if
 * it was refused or the copied keys do not open it, 2 if it could not be taken.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mayTakeKeys, putKeys, readKeyFiles, type KeyFile } from './backup/keys-apart.js';
import { placeOf } from './backup/settings.js';
import { takeBackup } from './backup/take.js';
import { Told } from './backup/told.js';
import { runTool } from './tool.js';
import { LogRefused } from '#platform/event-store/event-store.js';
import { refuseOtherGenerations } from '#platform/generation.js';

const USAGE = 'usage: backup --to <new folder> [--keys-to <another folder>]';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'keys-to': { type: 'string' } } });
  if (!values.to || !process.env.DATABASE_URL) {
    say(USAGE);
    return 2;
  }
  const began = Date.now();
  const folder = path.resolve(values.to);
  const keys = readKeyFiles(process.env);
  const keysTo = values['keys-to'] ? path.resolve(values['keys-to']) : null;
  if (keysTo) mayTakeKeys(keys, keysTo, folder);
  const place = placeOf(process.env);
  await refuseOtherGenerations(place.databaseUrl, place.eventStore);
  const manifest = await takeBackup(place, folder);
  const { log, files, tombstones } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  say(
    `Backed up to ${folder}: ${log.position} events, head ${log.hash}; ${files.length} files, ` +
      `${Math.ceil(bytes / 1e6)} MB, in ${Math.ceil((Date.now() - began) / 1000)} s.`,
  );
  say(
    `It contains ${tombstones} tombstones (records of erasures). Keep later ones in another place, so that they outlive it.`,
  );
  if (keysTo)
    say(
      `It does not contain the keys, which were copied to ${keysTo}: ${await putKeys(keys, keysTo, folder, process.env)}.`,
    );
  else
    say(
      'It does not contain the keys, and nothing opens it without them. Keep them in another place: ' +
        `${placesOf(keys).join(', ') || 'MASTER_KEY'}.`,
    );
  return 0;
}

const placesOf = (keys: readonly KeyFile[]): string[] => [
  ...(process.env.MASTER_KEY ? ['MASTER_KEY'] : []),
  ...keys.map(({ file }) => file),
];

runTool(main, (error) => (error instanceof Told || error instanceof LogRefused ? 1 : 2));
