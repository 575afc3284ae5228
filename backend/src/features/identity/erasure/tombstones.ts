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
  private adding: Promise<void> = Promise.resolve();

  constructor(@Inject(CONFIG) config: Config) {
    this.file = path.join(config.dataDir, 'tombstones.jsonl');
  }

  /** One after the other. What a power cut left of a line goes first: its writer had not destroyed anything yet. */
  add(tombstone: Tombstone): Promise<void> {
    const added = this.adding.then(() => this.append(tombstone));
    this.adding = added.catch(() => undefined);
    return added;
  }

  private async append(tombstone: Tombstone): Promise<void> {
    const { text, whole } = await this.read();
    if (whole.length < text.length) await truncate(this.file, Buffer.byteLength(whole));
    const begin = whole === '' || whole.endsWith('\n') ? '' : '\n';
    await appendFile(this.file, `${begin}${JSON.stringify(tombstone)}\n`, { mode: 0o600, flush: true });
  }

  /** The last of each wallet. @throws Error naming a line that is none */
  async all(): Promise<Tombstone[]> {
    const stones: Tombstone[] = [];
    for (const [index, line] of (await this.read()).whole.split('\n').entries()) {
      const stone = line.trim() === '' ? null : parse(line);
      if (stone) stones.push(stone);
      else if (line.trim() !== '')
        throw new Error(
          `Line ${index + 1} of ${this.file} is no record of an erasure: mend it by hand, or by a backup`,
        );
    }
    return [...new Map(stones.map((stone) => [stone.wallet, stone])).values()];
  }

  /** `whole` is without a last line that was cut off; one that somebody edited and left without its end is whole. */
  private async read(): Promise<{ text: string; whole: string }> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const end = text.lastIndexOf('\n') + 1;
    return { text, whole: parse(text.slice(end)) ? text : text.slice(0, end) };
  }
}

function parse(line: string): Tombstone | null {
  try {
    const stone = JSON.parse(line) as Partial<Tombstone> | null;
    const isOne = [stone?.wallet, stone?.at, stone?.retainedUntil].every((value) => typeof value === 'string');
    return isOne ? (stone as Tombstone) : null;
  } catch {
    return null;
  }
}
