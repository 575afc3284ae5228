import path from 'node:path';
import { bytesOf, fieldsOf } from '#platform/database/copy-text.js';
import { columnsOf, rowsOf } from '#platform/database/dump.js';
import { openRows, wrappedBy, type RingRow, type WrappedBy } from '#platform/vault/ring-rows.js';
import { fileOf } from './tables.js';
import { Told } from './told.js';

const TABLE = 'platform.wrapped_keys';

/** The operator's keys that may open a backup. */
export interface WrappingKeys {
  masters: readonly Buffer[];
  /** Null if SIGNER_KEY_FILE is not set. */
  signers: readonly Buffer[];
}

/** @returns the result as a message @throws Told if the given keys do not open the backup's */
export async function keysFit(folder: string, { masters, signers }: WrappingKeys): Promise<string> {
  const rows = await ringOf(path.join(folder, fileOf(TABLE)));
  if (rows.length === 0) return 'the backup contains none';
  if (!openRows(wrappedBy('master', rows), masters))
    throw new Told(
      'The master key does not open this backup. Use the key from the time of the backup: after a rotation, only the ' +
        'old key opens older backups.',
    );
  const split = wrappedBy('signer', rows);
  if (split.length === 0) return 'the master key opens them';
  if (signers.length === 0) return 'the master key opens them; set SIGNER_KEY_FILE to try the signer key too';
  if (!openRows(split, signers))
    throw new Told('The key in SIGNER_KEY_FILE does not open this backup. Use the key from the time of the backup.');
  return 'the master key and the signer key open them';
}

async function ringOf(file: string): Promise<RingRow[]> {
  const columns = columnsOf(file);
  const found: RingRow[] = [];
  for await (const row of rowsOf(file)) {
    const fields = fieldsOf(row);
    const field = (name: string): string => fields[columns.indexOf(name)] ?? '';
    found.push({
      purpose: field('purpose'),
      id: Number(field('id')),
      wrapped: bytesOf(field('wrapped')),
      // Before the keys were split, there was no such column.
      wrapped_by: (field('wrapped_by') || 'master') as WrappedBy,
      made_at: new Date(field('made_at')),
    });
  }
  return found;
}
