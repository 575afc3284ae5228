import type { Pool } from 'pg';
import { masterKeysNow, type MasterKeys } from '../config/master-key.js';
import { signerKeysNow, type RoleSettings } from '../config/role-settings.js';
import { BEFORE_SPLIT, LOG_PURPOSES, type KeyPurpose, type WorkerPurpose } from '../keys/key-purposes.js';
import { prepareRing, type NewLog } from './prepare-ring.js';
import type { Ring, RingKey } from '../keys/ring.js';
import {
  isApart,
  isSplit,
  openRows,
  readRows,
  wrappedBy,
  WrongMasterKey,
  WrongSignerKey,
  type RingRow,
} from './ring-rows.js';

/** How soon a running program loads a replaced key, in milliseconds. */
const RELOAD_EVERY_MS = 5_000;

/** The keys that wrap other keys; a process without a role reads what it can open. */
export type WrappingKeys = MasterKeys & Partial<RoleSettings>;

/** The keys in the database do not match the role of this process. */
export class RoleDoesNotFit extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'RoleDoesNotFit';
  }
}

/**
 * The program's keys: one random key for each purpose, stored in `platform.wrapped_keys` wrapped by the master key, and
 * opened at the start. Keys are replaced in the table; running instances load them within seconds, or immediately if
 * they encounter an unknown key.
 */
export class KeyRing implements Ring {
  private readonly keys = new Map<string, Buffer>();
  private newest = new Map<string, number>();
  private inUse = new Map<string, RingKey[]>();
  private rows = 0;
  private pool: Pool | null = null;
  private reloading: NodeJS.Timeout | null = null;

  private split = false;

  constructor(private readonly masters: WrappingKeys) {}

  /**
   * Creates missing keys, and opens all.
   * @param log for the program's start, which creates the keys if there are none
   * @throws WrongMasterKey, WrongSignerKey, RoleDoesNotFit, RingLost, NoRing
   */
  async open(pool: Pool, log: NewLog | null = null): Promise<this> {
    this.pool = pool;
    // A process that cannot open the workers' keys does not create them either.
    const begins = this.masters.role === 'web' ? null : log;
    await prepareRing(pool, masterKeysNow(this.masters), begins, signerKeysNow(this.masters)[0]);
    mustFitRole(this.masters, isSplit(await readRows(pool)));
    await this.reload();
    return this;
  }

  /** Loads replaced keys automatically until `close`. */
  follow(): void {
    this.reloading ??= setInterval(() => void this.reload().catch(() => undefined), RELOAD_EVERY_MS).unref();
  }

  close(): void {
    if (this.reloading) clearInterval(this.reloading);
    this.reloading = null;
  }

  /** Whether there are keys that only workers open. */
  get isSplit(): boolean {
    return this.split;
  }

  /** Whether this process lacks them. */
  get isWithoutWorkerKeys(): boolean {
    return this.split && !this.newest.has('signer');
  }

  /** The current key. */
  current(asked: KeyPurpose): RingKey {
    const before = BEFORE_SPLIT[asked as WorkerPurpose] as KeyPurpose | undefined;
    const purpose = before && !this.split ? before : asked;
    const id = this.newest.get(purpose);
    if (id === undefined) throw new Error(`The key ring is not open: there is no key for ${purpose}`);
    return { id, key: this.keys.get(nameOf(purpose, id))! };
  }

  /** Every valid key of a purpose, oldest first; the same array until a key is replaced. */
  all(purpose: KeyPurpose): readonly RingKey[] {
    return this.inUse.get(purpose) ?? NONE;
  }

  /** A key by its id; null if it has been replaced, or never was. */
  async find(purpose: KeyPurpose, id: number): Promise<Buffer | null> {
    const name = nameOf(purpose, id);
    if (!this.keys.has(name) && id > 0) await this.reload();
    return this.keys.get(name) ?? null;
  }

  /** @throws WrongMasterKey if the master key was replaced and this program does not have the new one */
  async reload(): Promise<void> {
    if (!this.pool) throw new Error('The key ring is not open');
    const all = await readRows(this.pool);
    // Keys that were split stay split, whatever somebody writes into the table.
    this.split ||= isSplit(all);
    const signers = signerKeysNow(this.masters);
    const rows = (signers.length > 0 ? all : wrappedBy('master', all)).filter((row) => !this.split || isApart(row));
    const unknown = rows.filter(({ purpose, id }) => !this.keys.has(nameOf(purpose, id)));
    this.take(wrappedBy('master', unknown), masterKeysNow(this.masters), WrongMasterKey);
    this.take(wrappedBy('signer', unknown), signers, WrongSignerKey);
    if (unknown.length === 0 && rows.length === this.rows) return;
    this.rows = rows.length;
    this.newest = new Map(rows.map(({ purpose, id }) => [purpose, id]));
    const inUse = new Map<string, RingKey[]>();
    for (const { purpose, id } of rows)
      inUse.set(purpose, [...(inUse.get(purpose) ?? []), { id, key: this.keys.get(nameOf(purpose, id))! }]);
    // Deleting the keys of events from the table must not make this process accept everything.
    for (const purpose of LOG_PURPOSES)
      if (this.inUse.has(purpose)) inUse.set(purpose, keptOf(purpose, this.inUse, inUse));
    this.inUse = inUse;
  }

  private take(rows: readonly RingRow[], wrapping: readonly Buffer[], Wrong: new () => Error): void {
    if (rows.length === 0) return;
    const opened = openRows(rows, wrapping);
    if (!opened) throw new Wrong();
    for (const { purpose, id, key } of opened) this.keys.set(nameOf(purpose, id), key);
  }
}

const TO_SPLIT = 'make them with `npm run keys -- split` while no instance runs (docs/security.md)';

/** @throws RoleDoesNotFit */
function mustFitRole({ role, signerKeyFile }: WrappingKeys, split: boolean): void {
  if (!role) return;
  if (!split && (role !== 'all' || signerKeyFile))
    throw new RoleDoesNotFit(`This database has no keys of its own for workers: ${TO_SPLIT}.`);
  if (split && role === 'all' && !signerKeyFile)
    throw new RoleDoesNotFit('SIGNER_KEY_FILE is missing: the keys that only workers open are wrapped by its key.');
}

const NONE: readonly RingKey[] = [];

function keptOf(purpose: string, before: Map<string, RingKey[]>, now: Map<string, RingKey[]>): RingKey[] {
  const [kept, found] = [before.get(purpose)!, now.get(purpose) ?? []];
  return found.length > kept.length ? found : kept;
}

const nameOf = (purpose: string, id: number): string => `${purpose}/${id}`;
