/**
 * `node dist/restore.js --from <folder> [--tombstones <folder>]`: restores a backup into the empty database of
 * DATABASE_URL, with a role that may create tables, and its log to EVENTSTORE_URL if that is set. Needs the MASTER_KEY
 * or MASTER_KEY_FILE from the time of the backup. Exit code 0 if it was restored, 1 if it was refused, 2 if it failed.
 */
import { parseArgs } from 'node:util';
import path from 'node:path';
import { restoreBackup } from './backup/restore.js';
import { keysOf, placeOf } from './backup/settings.js';
import { Told } from './backup/told.js';
import { reportOf } from './doctor/finding.js';
import { runTool } from './tool.js';
import { refuseOtherGenerations } from '#platform/generation.js';

const USAGE = 'usage: restore --from <folder of a backup> [--tombstones <folder with tombstones.jsonl>]';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, tombstones: { type: 'string' } } });
  if (!values.from || !process.env.DATABASE_URL) {
    say(USAGE);
    return 2;
  }
  const kept = values.tombstones ? path.resolve(values.tombstones) : null;
  const place = placeOf(process.env);
  await refuseOtherGenerations(place.databaseUrl, place.eventStore);
  const target = { ...place, keys: keysOf(process.env), kept };
  const findings = await restoreBackup(path.resolve(values.from), target);
  const bad = findings.filter(({ level }) => level === 'failure').length;
  say(`${reportOf(findings)}\n`);
  say(
    bad === 0
      ? 'Restored. The program signs nothing until log and ledger agree: docs/operations.md, "Backup and restore".'
      : `Nothing was restored. Problems to fix first: ${bad}`,
  );
  return bad === 0 ? 0 : 1;
}

runTool(main, (error) => (error instanceof Told ? 1 : 2));
