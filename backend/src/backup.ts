/**
 * `node dist/backup.js --to <new folder> [--keys-to <another folder>]`: takes a backup while the program runs. With
 * DATABASE_URL, EVENTSTORE_URL where the log lies there, and TOMBSTONES_URL or DATA_DIR. Exit code 0 where it was
 * taken, 1 where it was refused, 2 where it could not be taken.
 */
import { copyFileSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { placeOf } from './backup/settings.js';
import { takeBackup } from './backup/take.js';
import { Told } from './backup/told.js';
import { LogRefused } from './platform/event-store/log-refused.js';

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
  const keys = keyFiles();
  const keysTo = values['keys-to'] ? path.resolve(values['keys-to']) : null;
  if (keysTo) mayTakeKeys(keys, keysTo, folder);
  const manifest = await takeBackup(placeOf(process.env), folder);
  const { log, files, tombstones } = manifest;
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  say(
    `Backed up to ${folder}: ${log.position} events, head ${log.hash}; ${files.length} files, ` +
      `${megabytes.toFixed(1)} MB, in ${((Date.now() - began) / 1000).toFixed(1)} s.`,
  );
  say(`${tombstones} notes about erasures are in it. Keep those of later apart from it: they outlive it.`);
  if (keysTo) {
    for (const file of keys) copyFileSync(file, path.join(keysTo, path.basename(file)), constants.COPYFILE_EXCL);
    say(`The keys are not in it. Copied to ${keysTo}: ${keys.map((file) => path.basename(file)).join(', ')}.`);
  } else
    say(
      'The keys are not in it, and nothing opens it without them. Keep them in another place: ' +
        `${keys.join(', ') || 'MASTER_KEY'}.`,
    );
  return 0;
}

/** The files of keys that the settings name and that are there. */
function keyFiles(): string[] {
  const { MASTER_KEY_FILE, SIGNER_KEY_FILE } = process.env;
  return [MASTER_KEY_FILE, SIGNER_KEY_FILE].filter(
    (file) => file !== undefined && file !== '' && existsSync(file),
  ) as string[];
}

/** Looked at before anything is backed up. @throws Told where the keys cannot go there */
function mayTakeKeys(keys: readonly string[], place: string, folder: string): void {
  const isWithin = (inner: string, outer: string) => !path.relative(outer, inner).startsWith('..');
  if (isWithin(place, folder) || isWithin(folder, place))
    throw new Told('The keys go to a place of their own: who has them and the backup has everything.');
  if (keys.length === 0) throw new Told('MASTER_KEY is a setting: there is no file of a key that could be copied.');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  for (const name of keys.map((file) => path.basename(file)))
    if (existsSync(path.join(place, name)))
      throw new Told(`${path.join(place, name)} is there already: name another folder for the keys.`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(error instanceof Told || error instanceof LogRefused ? 1 : 2);
  },
);
