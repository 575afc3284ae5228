import { Inject, Injectable } from '@nestjs/common';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONFIG, type Config } from '../../../platform/config/config.js';

export interface Tombstone {
  wallet: string;
  /** ISO 8601. */
  at: string;
  retainedUntil: string;
  /** Proofs of identity that were destroyed unseen. */
  discarded?: readonly string[];
}

/**
 * Who was erased, in a file beside the database: a database that is restored from a backup of the time before knows
 * nothing of it. Wallets and days, nothing personal.
 */
@Injectable()
export class Tombstones {
  private readonly file: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.file = path.join(config.dataDir, 'tombstones.jsonl');
  }

  async add(tombstone: Tombstone): Promise<void> {
    await appendFile(this.file, `${JSON.stringify(tombstone)}\n`, { mode: 0o600, flush: true });
  }

  /** The last of each wallet. */
  async all(): Promise<Tombstone[]> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const stones = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Tombstone);
    return [...new Map(stones.map((stone) => [stone.wallet, stone])).values()];
  }
}
