import { Inject, Injectable } from '@nestjs/common';
import { appendFile, readFile, truncate } from 'node:fs/promises';
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

  /** What a power cut left of a line goes first: whoever was writing it had not destroyed anything yet. */
  async add(tombstone: Tombstone): Promise<void> {
    const { whole, torn } = await this.read();
    if (torn) await truncate(this.file, Buffer.byteLength(whole));
    await appendFile(this.file, `${JSON.stringify(tombstone)}\n`, { mode: 0o600, flush: true });
  }

  /** The last of each wallet. @throws Error naming a line that is none */
  async all(): Promise<Tombstone[]> {
    const stones = (await this.read()).whole.split('\n').slice(0, -1).map(this.parse);
    return [...new Map(stones.map((stone) => [stone.wallet, stone])).values()];
  }

  private readonly parse = (line: string, index: number): Tombstone => {
    try {
      return JSON.parse(line) as Tombstone;
    } catch {
      throw new Error(`Line ${index + 1} of ${this.file} is no record of an erasure: mend it by hand, or by a backup`);
    }
  };

  private async read(): Promise<{ whole: string; torn: boolean }> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return { whole, torn: whole.length < text.length };
  }
}
