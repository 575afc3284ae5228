import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '#platform/config/config.js';
import { TombstoneFile } from './tombstone-file.js';
import type { Tombstone, TombstoneMedium, TombstoneNote } from './tombstone-note.js';
import { TombstoneTable } from './tombstone-table.js';

/** The storage that the settings name for notes about erasures. A table must be closed at the end. */
export const mediumOf = (tombstones: Config['tombstones']): TombstoneFile | TombstoneTable =>
  'url' in tombstones ? new TombstoneTable(tombstones.url) : new TombstoneFile(tombstones.folder);

/**
 * Who was erased, kept outside the database, which may be restored from a backup older than the erasure. Wallets and
 * days only, no personal data.
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

  /** The erasure is in the log. */
  add(tombstone: Tombstone): Promise<void> {
    return this.medium.add({ ...tombstone, state: 'done' });
  }

  /** The erasure was never recorded. */
  withdraw(tombstone: Tombstone): Promise<void> {
    return this.medium.add({ ...tombstone, state: 'withdrawn' });
  }

  /** The last erasure of each erased wallet. @throws Error naming a note that cannot be read */
  async all(): Promise<Tombstone[]> {
    const notes = (await this.medium.notes()).filter(({ state }) => state === 'done');
    return [...new Map(notes.map(({ state: _state, ...stone }) => [stone.wallet, stone])).values()];
  }

  /** Erasures that may or may not have been recorded, because the program ended in between. */
  intended(): Promise<Tombstone[]> {
    return this.lastSaid('intended');
  }

  /** Erasures that were not recorded when an instance checked; the instance that intended them may have continued. */
  withdrawn(): Promise<Tombstone[]> {
    return this.lastSaid('withdrawn');
  }

  private async lastSaid(asked: TombstoneNote['state']): Promise<Tombstone[]> {
    const last = new Map((await this.medium.notes()).map((note) => [note.wallet, note]));
    return [...last.values()].flatMap(({ state, ...stone }) => (state === asked ? [stone] : []));
  }
}
