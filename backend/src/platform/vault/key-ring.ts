import type { Pool } from 'pg';
import { masterKeysNow, type MasterKeys } from '../config/master-key.js';
import { LOG_PURPOSES, type KeyPurpose } from './key-purposes.js';
import type { OldLog } from './begin-macs.js';
import { prepareRing } from './prepare-ring.js';
import { openRows, readRows, WrongMasterKey } from './ring-rows.js';

export interface RingKey {
  /** 1, 2, 3, … within the purpose; the highest is used. */
  id: number;
  key: Buffer;
}

/** How soon a running program takes up a key that was replaced. */
const RELOAD_EVERY_MS = 5_000;

/**
 * The program's keys: one for each purpose, random, kept wrapped by the master key in `platform.wrapped_keys`, and
 * opened at the start. Whoever replaces one does so in the table; running instances follow within seconds, or at once
 * where they meet something under a key that they do not know.
 */
export class KeyRing {
  private readonly keys = new Map<string, Buffer>();
  private newest = new Map<string, number>();
  private inUse = new Map<string, RingKey[]>();
  private rows = 0;
  private pool: Pool | null = null;
  private reloading: NodeJS.Timeout | null = null;

  constructor(private readonly masters: MasterKeys) {}

  /**
   * Makes what is missing, and opens all.
   * @param log for the program's start, which makes the keys where there are none
   * @throws WrongMasterKey, RingLost, NoRing, LogRefused
   */
  async open(pool: Pool, log: OldLog | null = null): Promise<this> {
    this.pool = pool;
    await prepareRing(pool, masterKeysNow(this.masters), log);
    await this.reload();
    return this;
  }

  /** Takes up replaced keys by itself until `close`. */
  follow(): void {
    this.reloading ??= setInterval(() => void this.reload().catch(() => undefined), RELOAD_EVERY_MS).unref();
  }

  close(): void {
    if (this.reloading) clearInterval(this.reloading);
    this.reloading = null;
  }

  /** What is used from now on. */
  current(purpose: KeyPurpose): RingKey {
    const id = this.newest.get(purpose);
    if (id === undefined) throw new Error(`The key ring is not open: there is no key for ${purpose}`);
    return { id, key: this.keys.get(nameOf(purpose, id))! };
  }

  /** Every key of a purpose that is still believed, the oldest first: the same array until one is replaced. */
  all(purpose: KeyPurpose): readonly RingKey[] {
    return this.inUse.get(purpose) ?? NONE;
  }

  /** A key by its id; null where it has been replaced, or never was. */
  async find(purpose: KeyPurpose, id: number): Promise<Buffer | null> {
    const name = nameOf(purpose, id);
    if (!this.keys.has(name) && id > 0) await this.reload();
    return this.keys.get(name) ?? null;
  }

  /** @throws WrongMasterKey where the master key was replaced and this program does not have the new one */
  async reload(): Promise<void> {
    if (!this.pool) throw new Error('The key ring is not open');
    const rows = await readRows(this.pool);
    const unknown = rows.filter(({ purpose, id }) => !this.keys.has(nameOf(purpose, id)));
    if (unknown.length > 0) {
      const opened = openRows(unknown, masterKeysNow(this.masters));
      if (!opened) throw new WrongMasterKey();
      for (const { purpose, id, key } of opened) this.keys.set(nameOf(purpose, id), key);
    }
    if (unknown.length === 0 && rows.length === this.rows) return;
    this.rows = rows.length;
    this.newest = new Map(rows.map(({ purpose, id }) => [purpose, id]));
    const inUse = new Map<string, RingKey[]>();
    for (const { purpose, id } of rows)
      inUse.set(purpose, [...(inUse.get(purpose) ?? []), { id, key: this.keys.get(nameOf(purpose, id))! }]);
    // Whoever takes the keys of events out of the table does not get this process to believe everything.
    for (const purpose of LOG_PURPOSES)
      if (this.inUse.has(purpose)) inUse.set(purpose, keptOf(purpose, this.inUse, inUse));
    this.inUse = inUse;
  }
}

const NONE: readonly RingKey[] = [];

function keptOf(purpose: string, before: Map<string, RingKey[]>, now: Map<string, RingKey[]>): RingKey[] {
  const [kept, found] = [before.get(purpose)!, now.get(purpose) ?? []];
  return found.length > kept.length ? found : kept;
}

const nameOf = (purpose: string, id: number): string => `${purpose}/${id}`;
