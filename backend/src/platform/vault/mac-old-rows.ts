import type { ClientBase } from 'pg';
import { timerParts } from '../processes/timer-store.js';
import { RowMacs } from './row-macs.js';

/**
 * Timers and lookups that were there before rows had MACs get theirs, with the keys that are made for the first time.
 */
export async function macOldRows(client: Pick<ClientBase, 'query'>, key: Buffer): Promise<void> {
  const ring = { current: () => ({ id: 1, key }), reload: async () => undefined };
  const lookups = new RowMacs(ring, 'rows', 'vault_lookups');
  await macTimers(client, key, 'rows');
  const found = await client.query('select kind, digest, subject from platform.vault_lookups');
  await client.query(
    `update platform.vault_lookups l set mac = n.mac
       from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) n (kind, digest, subject, mac)
      where l.kind = n.kind and l.digest = n.digest and l.subject = n.subject`,
    [
      found.rows.map(({ kind }) => kind),
      found.rows.map(({ digest }) => digest),
      found.rows.map(({ subject }) => subject),
      found.rows.map(({ kind, digest, subject }) => lookups.of(kind, digest, subject)),
    ],
  );
}

/** Every timer that is there gets its MAC under this key. @param before where given, only those that it fits */
export async function macTimers(
  client: Pick<ClientBase, 'query'>,
  key: Buffer,
  purpose: 'rows' | 'rows/worker',
  before?: RowMacs,
): Promise<void> {
  const timers = new RowMacs({ current: () => ({ id: 1, key }), reload: async () => undefined }, purpose, 'timers');
  const { rows } = await client.query('select process, key, due_at, payload, token, mac from platform.timers');
  const partsOf = ({ due_at: dueAt, ...row }: (typeof rows)[number]) => timerParts(row.process, { ...row, dueAt });
  const genuine = rows.filter((row) => !before || before.fits(row.mac, ...partsOf(row)));
  await client.query(
    `update platform.timers t set mac = n.mac from unnest($1::text[], $2::text[], $3::bytea[]) n (process, key, mac)
      where t.process = n.process and t.key = n.key`,
    [
      genuine.map(({ process }) => process),
      genuine.map((row) => row.key),
      genuine.map((row) => timers.of(...partsOf(row))),
    ],
  );
}
