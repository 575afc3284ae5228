import type { DataSource, EntityManager } from 'typeorm';
import { START, type Position } from '../event-store/event-store.js';
import type { Projection } from './projection.js';

/** Another runner moved the checkpoint: this transaction is rolled back, and the position is read again. */
export class Fenced extends Error {
  constructor(name: string) {
    super(`The read model ${name} was moved by another instance`);
    this.name = 'Fenced';
  }
}

export interface Checkpoint {
  version: number;
  position: Position;
}

/**
 * The version of tables that are still empty, lower than every program's. After a log lost its end, filled tables have
 * version 0 (`acceptLog`).
 */
export const NEVER_BUILT = -1;

/** The checkpoint of one read model, stored with it in PostgreSQL, whatever the event store. */
export class Checkpoints {
  constructor(private readonly db: DataSource) {}

  /** The read model's position; null if it never ran. */
  async find({ name }: Projection): Promise<Checkpoint | null> {
    const [row] = await this.db.query('select version, position from platform.projection_checkpoints where name = $1', [
      name,
    ]);
    return row ?? null;
  }

  /** The read model's position; START, with this version or the given one, if it never ran. */
  async read(projection: Projection, first = projection.version): Promise<Checkpoint> {
    await this.db.query(
      'insert into platform.projection_checkpoints (name, version, position) values ($1, $2, $3) on conflict (name) do nothing',
      [projection.name, first, START],
    );
    return (await this.find(projection))!;
  }

  /** A read model whose first build failed follows the log from its start. */
  async followInstead({ name, version }: Projection): Promise<void> {
    await this.db.query(
      'update platform.projection_checkpoints set version = $2 where name = $1 and version = $3 and position = $4',
      [name, version, NEVER_BUILT, START],
    );
  }

  /**
   * Compare-and-set, and at the same time the lock that keeps others out of this read model until the transaction ends:
   * it is taken before any table is touched, by everybody in this order. @throws Fenced
   */
  static async move(
    tx: EntityManager,
    { name, version }: Projection,
    from: Position,
    to: Position,
    changed: boolean,
  ): Promise<void> {
    const rows = await tx.query(
      `with moved as (
         update platform.projection_checkpoints set position = $4, changed = case when $5 then $4 else changed end, moved_at = now()
         where name = $1 and version = $2 and position = $3 returning 1
       ) select 1 from moved`,
      [name, version, from, to, changed],
    );
    if (rows.length === 0) throw new Fenced(name);
  }

  /** Moves past events that are irrelevant to the read model. @throws Fenced */
  async save(projection: Projection, from: Position, to: Position): Promise<void> {
    await this.db.transaction((tx) => Checkpoints.move(tx, projection, from, to, false));
  }

  /** Locks the read model against other runners. @returns its position, or null if it never ran */
  static async lock(tx: EntityManager, name: string): Promise<Checkpoint | null> {
    const [row] = await tx.query(
      'select version, position from platform.projection_checkpoints where name = $1 for update',
      [name],
    );
    return row ?? null;
  }

  /** Written by a rebuild: its version, whatever its position. */
  static async set(tx: EntityManager, { name, version }: Projection, position: Position): Promise<void> {
    await tx.query(
      `insert into platform.projection_checkpoints (name, version, position, changed) values ($1, $2, $3, $3)
       on conflict (name) do update set version = excluded.version, position = excluded.position, changed = excluded.changed, moved_at = now()`,
      [name, version, position],
    );
  }
}
