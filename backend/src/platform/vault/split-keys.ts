import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { forgetSnapshots, macsUnder, macTimers } from './mac-rows.js';
import { macKeyBytes } from './ring-macs.js';
import { insertRow, isSplit, openRows, readRows, rewrapRows, WrongMasterKey } from './ring-rows.js';
import { seal, unseal } from './sealing.js';

/** The keys that only workers may open are already split off. */
export class AlreadySplit extends Error {
  constructor() {
    super('The keys are split already: the workers have keys of their own.');
    this.name = 'AlreadySplit';
  }
}

/** The vault subject of the key that signs checkpoints, manifests and receipts. */
export const RECORD_KEY = 'checkpoint-key';

/** The vault subjects that only workers may open: the record's key, and the seeds of ledger accounts. */
export const isWorkersOwn = (subject: string): boolean =>
  subject === RECORD_KEY || subject.startsWith('platform-account-');

/**
 * Separates what only workers may open: from now on, the signer key wraps the keys of the ledger accounts' seeds and of
 * the record's key, the worker's MAC keys, and the keys of timers and of the worker's snapshots. Runs in the caller's
 * transaction, while no program runs.
 * @param macsFrom the position from which a new MAC key is used, because anyone who had the master key knows the
 * previous one; null if nobody has
 * @throws WrongMasterKey, AlreadySplit
 */
export async function splitKeys(
  client: Pick<ClientBase, 'query'>,
  masters: readonly Buffer[],
  signerKey: Buffer,
  macsFrom: number | null,
): Promise<void> {
  const rows = await readRows(client);
  if (isSplit(rows)) throw new AlreadySplit();
  const opened = openRows(rows, masters);
  if (!opened) throw new WrongMasterKey();
  const macs = opened.filter(({ purpose }) => purpose === 'mac/worker');
  await rewrapRows(client, macs, signerKey, 'signer');
  if (macsFrom !== null) {
    const id = Math.max(...macs.map((one) => one.id)) + 1;
    await insertRow(
      client,
      signerKey,
      { purpose: 'mac/worker', id, key: macKeyBytes(randomBytes(32), macsFrom) },
      'signer',
    );
  }
  const [signer, own] = [randomBytes(32), randomBytes(32)];
  await insertRow(client, signerKey, { purpose: 'signer', id: 1, key: signer }, 'signer');
  await insertRow(client, signerKey, { purpose: 'rows/worker', id: 1, key: own }, 'signer');
  const vault = new Map(opened.filter(({ purpose }) => purpose === 'vault').map(({ id, key }) => [id, key]));
  await rewrapSeeds(client, vault, signer);
  const rowsKey = opened.find(({ purpose }) => purpose === 'rows')!;
  await macTimers(client, own, 'rows/worker', macsUnder(rowsKey.key, 'rows', 'timers'));
  await forgetSnapshots(client);
}

async function rewrapSeeds(
  client: Pick<ClientBase, 'query'>,
  vault: ReadonlyMap<number, Buffer>,
  signer: Buffer,
): Promise<void> {
  const { rows } = await client.query<{ id: string; subject: string; wrapped: Buffer; ring_key: number }>(
    `select id, subject, wrapped, ring_key from platform.vault_keys
      where subject like 'platform-account-%' or subject = $1 for update`,
    [RECORD_KEY],
  );
  for (const { id, subject, wrapped, ring_key } of rows)
    await client.query(
      "update platform.vault_keys set wrapped = $2, ring_key = 1, ring_purpose = 'signer' where id = $1",
      [id, seal(signer, unseal(vault.get(ring_key)!, wrapped, `key/${subject}`), `key/${subject}`)],
    );
}
