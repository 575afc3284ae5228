import type { DataSource, EntityManager } from 'typeorm';
import { START, type Position } from '../event-store/event-store.js';
import type { Projection } from './projection.js';
import { createScratch, hasScratch, shapeOf } from './scratch.js';

/** Another instance continues this rebuild. */
export class RebuiltElsewhere extends Error {
  constructor(name: string) {
    super(`The rebuild of ${name} continues in another instance`);
    this.name = 'RebuiltElsewhere';
  }
}

/**
 * The position up to which a rebuild's tables are filled. It moves by compare-and-set in the transaction that fills
 * them: a rebuild continues after a kill, and two instances never apply an event twice.
 */
export class RebuildCheckpoint {
  private constructor(
    private readonly projection: Projection,
    /** The tables' position, as far as this process knows. */
    public position: Position,
  ) {}

  /**
   * Continues the rebuild begun for this version and these tables, or begins one.
   * @param head the end of the log
   */
  static async open(
    db: DataSource,
    projection: Projection,
    schema: string,
    head: Position,
  ): Promise<RebuildCheckpoint> {
    return db.transaction(async (tx) => {
      const { name, version } = projection;
      const shape = await shapeOf(tx, projection);
      const [begun] = await tx.query(
        'select version, shape, position from platform.rebuild_checkpoints where name = $1 for update',
        [name],
      );
      const fits = begun?.version === version && begun.shape === shape && begun.position <= head;
      if (fits && (await hasScratch(tx, projection, schema))) return new RebuildCheckpoint(projection, begun.position);
      await tx.query(
        `insert into platform.rebuild_checkpoints (name, version, shape, position) values ($1, $2, $3, $4)
         on conflict (name) do update set version = excluded.version, shape = excluded.shape, position = excluded.position`,
        [name, version, shape, START],
      );
      await createScratch(tx, projection, schema);
      return new RebuildCheckpoint(projection, START);
    });
  }

  /** Whether a rebuild for this version was begun and has not ended. */
  static async isOpen(db: DataSource, { name, version }: Projection): Promise<boolean> {
    const rows = await db.query('select 1 from platform.rebuild_checkpoints where name = $1 and version = $2', [
      name,
      version,
    ]);
    return rows.length > 0;
  }

  /** Moves the checkpoint in `tx`; `position` follows once that is committed. @throws RebuiltElsewhere */
  async move(tx: EntityManager, to: Position): Promise<void> {
    const moved = await tx.query(
      `with moved as (
         update platform.rebuild_checkpoints set position = $3 where name = $1 and position = $2 returning 1
       ) select 1 from moved`,
      [this.projection.name, this.position, to],
    );
    if (moved.length === 0) throw new RebuiltElsewhere(this.projection.name);
  }

  /** Ends the rebuild in `tx`. @throws RebuiltElsewhere */
  async close(tx: EntityManager): Promise<void> {
    const closed = await tx.query(
      `with closed as (
         delete from platform.rebuild_checkpoints where name = $1 and position = $2 returning 1
       ) select 1 from closed`,
      [this.projection.name, this.position],
    );
    if (closed.length === 0) throw new RebuiltElsewhere(this.projection.name);
  }
}
