import type { ClientBase } from 'pg';
import { RowMacs } from '../keys/row-macs.js';
import { canonicalJson } from '../event-store/canonical-json.js';

type RowsPurpose = 'rows' | 'rows/worker';
type Client = Pick<ClientBase, 'query'>;

/** Computes MACs with this one key. */
export const macsUnder = (key: Buffer, purpose: RowsPurpose, table: 'timers' | 'vault_lookups'): RowMacs =>
  new RowMacs({ current: () => ({ id: 1, key }), reload: async () => undefined }, purpose, table);

/** Every lookup that matches the key before gets its MAC with this one. */
export async function macLookups(client: Client, key: Buffer, before: RowMacs): Promise<void> {
  const lookups = macsUnder(key, 'rows', 'vault_lookups');
  const { rows } = await client.query('select kind, digest, subject, mac from platform.vault_lookups');
  const genuine = rows.filter(({ kind, digest, subject, mac }) => before.fits(mac, kind, digest, subject));
  await client.query(
    `update platform.vault_lookups l set mac = n.mac
       from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) n (kind, digest, subject, mac)
      where l.kind = n.kind and l.digest = n.digest and l.subject = n.subject`,
    [
      genuine.map(({ kind }) => kind),
      genuine.map(({ digest }) => digest),
      genuine.map(({ subject }) => subject),
      genuine.map(({ kind, digest, subject }) => lookups.of(kind, digest, subject)),
    ],
  );
}

interface TimerRow {
  key: string;
  dueAt: Date;
  payload?: unknown;
  token: string;
}

/** The authenticated columns of a timer, including the token, because command ids are derived from it. */
export const timerParts = (process: string, { key, dueAt, payload, token }: TimerRow) =>
  [process, key, dueAt, token, payload ? canonicalJson(JSON.parse(JSON.stringify(payload))) : null] as const;

/** Every timer that matches the key before gets its MAC with this one. */
export async function macTimers(client: Client, key: Buffer, purpose: RowsPurpose, before: RowMacs): Promise<void> {
  const timers = macsUnder(key, purpose, 'timers');
  const { rows } = await client.query('select process, key, due_at, payload, token, mac from platform.timers');
  const partsOf = ({ due_at: dueAt, ...row }: (typeof rows)[number]) => timerParts(row.process, { ...row, dueAt });
  const genuine = rows.filter((row) => before.fits(row.mac, ...partsOf(row)));
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

/** Snapshots are recreated from the log when needed; existing ones may have been written by anyone. */
export async function forgetSnapshots(client: Client): Promise<void> {
  await client.query('delete from platform.fold_snapshots');
}
