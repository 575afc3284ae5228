import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '#platform/config/config.js';
import { TombstoneFile } from './tombstone-file.js';
import type { Tombstone, TombstoneMedium, TombstoneNote } from './tombstone-note.js';
import { TombstoneTable } from './tombstone-table.js';

/** Where the settings say that notes about erasures lie. A table has to be ended. */
export const mediumOf = (tombstones: Config['tombstones']): TombstoneFile | TombstoneTable =>
  'url' in tombstones ? new TombstoneTable(tombstones.url) : new TombstoneFile(tombstones.folder);

/**
 * Who was erased, kept apart from the database: one that is restored from a backup of the time before knows nothing of
 * it. Wallets and days, nothing personal.
 */
@Injectable()
export class Tombstones implements OnApplicationShutdown {
  private readonly medium: TombstoneMedium;

  constructor(@Inject(CONFIG) { tombstones }: Pick<Config, 'tombstones'>) {
    this.medium = mediumOf(tombstones);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.medium instanceof TombstoneTable) await this.medium.end();
  }

  /** Written before the erasure is recorded. @throws if it cannot be written; then nobody is erased */
  intend(tombstone: Tombstone): Promise<void> {
    return this.medium.add({ ...tombstone, state: 'intended' });
  }

  /** The erasure is a fact. */
  add(tombstone: Tombstone): Promise<void> {
    return this.medium.add({ ...tombstone, state: 'done' });
  }

  /** The erasure never became a fact. */
  withdraw(tombstone: Tombstone): Promise<void> {
    return this.medium.add({ ...tombstone, state: 'withdrawn' });
  }

  /** Who was erased: the last time of each wallet. @throws Error naming a note that cannot be read */
  async all(): Promise<Tombstone[]> {
    const notes = (await this.medium.notes()).filter(({ state = 'done' }) => state === 'done');
    return [...new Map(notes.map(({ state: _state, ...stone }) => [stone.wallet, stone])).values()];
  }

  /** People whose erasure may or may not have been recorded, because the program ended in between. */
  intended(): Promise<Tombstone[]> {
    return this.lastSaid('intended');
  }

  /** Whose erasure was not a fact when an instance looked; the one that had intended it may have gone on. */
  withdrawn(): Promise<Tombstone[]> {
    return this.lastSaid('withdrawn');
  }

  private async lastSaid(asked: TombstoneNote['state']): Promise<Tombstone[]> {
    const last = new Map((await this.medium.notes()).map((note) => [note.wallet, note]));
    return [...last.values()].flatMap(({ state, ...stone }) => (state === asked ? [stone] : []));
  }
}
