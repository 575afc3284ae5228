import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '#platform/database/pool.js';
import { RowMacs } from '#platform/keys/row-macs.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { readCheckpoint } from './checkpoint.js';
import { openNote } from './note.js';

/** A checkpoint as it was signed. */
export interface SignedCheckpoint {
  size: number;
  root: Buffer;
  /** The signed note. */
  note: string;
  at: Date;
}

/**
 * What a worker has published: the record's public key, and every checkpoint ever signed. The key carries a MAC and the
 * checkpoints the record's signature, so nothing that somebody else wrote into the tables is returned.
 */
@Injectable()
export class Checkpoints {
  private readonly macs: RowMacs;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    ring: KeyRing,
  ) {
    this.macs = new RowMacs(ring, 'rows', 'log_key');
  }

  /** The newest signed checkpoint, or null. */
  async newest(): Promise<SignedCheckpoint | null> {
    return this.find('order by at desc, size desc limit 1', []);
  }

  /** The checkpoint of exactly this tree, or null. */
  async ofSize(size: number, root: Buffer): Promise<SignedCheckpoint | null> {
    return this.find('where size = $1 and root = $2', [size, root]);
  }

  /** The key with which anybody can verify the notes, in the format of note verifiers; null before it is published. */
  async verifierKey(): Promise<string | null> {
    const { rows } = await this.pool.query<{ key: string; mac: Buffer }>('select key, mac from platform.log_key');
    const [row] = rows;
    return row && this.macs.fits(row.mac, row.key) ? row.key : null;
  }

  /** Publishes the key of the process that signs, also if somebody has replaced it. */
  async publishKey(key: string): Promise<void> {
    if ((await this.verifierKey()) === key) return;
    await this.pool.query(
      'insert into platform.log_key (key, mac) values ($1, $2) on conflict (one) do update set key = $1, mac = $2',
      [key, this.macs.of(key)],
    );
  }

  /** @returns false if this checkpoint was published already */
  async publish({ size, root, note, at }: SignedCheckpoint): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into platform.log_checkpoints as had (size, root, note, at) values ($1, $2, $3, $4)
       on conflict (size, root) do update set note = $3, at = $4 where had.note <> $3`,
      [size, root, note, at],
    );
    return rowCount === 1;
  }

  private async find(which: string, values: unknown[]): Promise<SignedCheckpoint | null> {
    const { rows } = await this.pool.query(
      `select size, root, note, at from platform.log_checkpoints ${which}`,
      values,
    );
    const key = await this.verifierKey();
    if (!rows[0] || !key) return null;
    const found: SignedCheckpoint = { ...rows[0], size: Number(rows[0].size) };
    const signed = readCheckpoint(openNote(found.note, key) ?? '');
    return signed?.size === found.size && signed.root.equals(found.root) ? found : null;
  }
}
