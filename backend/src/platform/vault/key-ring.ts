import type { Pool } from 'pg';
import { masterKeysNow, type MasterKeys } from '../config/master-key.js';
import type { KeyPurpose } from './key-purposes.js';
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
  private pool: Pool | null = null;
  private reloading: NodeJS.Timeout | null = null;

  constructor(private readonly masters: MasterKeys) {}

  /** Makes what is missing, and opens all. @throws WrongMasterKey, RingLost */
  async open(pool: Pool): Promise<this> {
    this.pool = pool;
    await prepareRing(pool, masterKeysNow(this.masters));
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
    this.newest = new Map(rows.map(({ purpose, id }) => [purpose, id]));
  }
}

const nameOf = (purpose: string, id: number): string => `${purpose}/${id}`;
