import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, POOL } from '#platform/database/pool.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { fits, GENESIS, type SealedEvent } from '#platform/event-store/seal.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { HASH_BYTES, inclusionProof, leafOf, rootOf } from './merkle.js';
import { grow, hashAt, subtreesFrom, TILE_WIDTH, widthOf, type ReadTile, type Tile, type TilePlace } from './tiles.js';

/** Events that are added in one transaction. */
const PAGE = 2_000;

/** An event does not match its seal or its MAC, so the tree is not extended and nothing is signed. */
export class LogDoesNotFit extends Error {
  constructor(position: string, misfit?: string) {
    super(
      misfit
        ? `The event at position ${position} is not genuine: ${misfit}`
        : `The event at position ${position} does not fit its seal: the log was changed`,
    );
    this.name = 'LogDoesNotFit';
  }
}

/** The log so far: the number of events, and the seal of the last one. */
export interface TreeHead {
  size: number;
  head: Buffer;
}

/**
 * The log's Merkle tree, built after the events were sealed. It contains only hashes, is derived from the log alone,
 * and may be deleted: `truncate platform.log_tiles, platform.log_tree`.
 */
@Injectable()
export class LogTree {
  private readonly log = new Logger('LogTree');
  private running: Promise<TreeHead> | null = null;
  private next: Promise<TreeHead> | null = null;

  constructor(
    @Inject(STORED_LOG) private readonly stored: Pick<StoredLog, 'stored' | 'head'>,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** The current size of the tree, in events. */
  async standing(): Promise<TreeHead> {
    return standingIn(this.pool);
  }

  /**
   * Adds the events that the tree lacks. One process at a time adds; a second one waits and finds it done. Within a
   * process, callers that arrive during a run share the next one, which reads everything that they have recorded: each
   * run holds one connection and needs a second one, so many runs at once would exhaust the pool.
   * @returns the new size @throws LogDoesNotFit, and errors of reading the log
   */
  catchUp(): Promise<TreeHead> {
    if (!this.running) return this.begin();
    const ended = this.running.then(
      () => undefined,
      () => undefined,
    );
    return (this.next ??= ended.then(() => {
      this.next = null;
      return this.running ?? this.begin();
    }));
  }

  private begin(): Promise<TreeHead> {
    const run = this.addAll().finally(() => {
      if (this.running === run) this.running = null;
    });
    return (this.running = run);
  }

  private async addAll(): Promise<TreeHead> {
    // A short page is not the end: EventStoreDB ends a page of large events early. Events appended in the meantime can
    // wait.
    const head = toSequence(await this.stored.head());
    for (;;) {
      const { added, standing } = await this.addPage();
      if (added === 0 || standing.size >= head) return standing;
    }
  }

  private addPage(): Promise<{ added: number; standing: TreeHead }> {
    return inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
      const before = await this.startOf(client);
      const events = await this.stored.stored(toPosition(before.size), PAGE);
      let previous = before.head;
      for (const event of events) {
        if (event.misfit || !fits(previous, event)) throw new LogDoesNotFit(toPosition(event.position), event.misfit);
        previous = event.hash;
      }
      if (events.length > 0) {
        const leaves = events.map(({ hash }) => leafOf(hash));
        for (const tile of await grow(readerOf(client), before.size, leaves)) await keep(client, tile);
        await client.query(SET_STANDING, [before.size + events.length, previous]);
      }
      return { added: events.length, standing: { size: before.size + events.length, head: previous } };
    });
  }

  /** Where to continue: from the beginning if the log was since accepted in another state than the tree's. */
  private async startOf(client: PoolClient): Promise<TreeHead> {
    const standing = await standingIn(client);
    if (standing.size === 0) return standing;
    const [last] = await this.stored.stored(toPosition(standing.size - 1), 1);
    if (last?.hash.equals(standing.head)) return standing;
    this.log.warn(`The tree ends at event ${standing.size}, which is not this log's; it is rebuilt`);
    await client.query('delete from platform.log_tiles');
    return { size: 0, head: GENESIS };
  }

  /** Whether the tree's leaves match these events, as far as it extends. */
  async holds(events: readonly SealedEvent[]): Promise<boolean> {
    const { size } = await this.standing();
    const tiles = new Map<number, Buffer>();
    for (const { position, hash } of events) {
      if (position > size) break;
      const [index, at] = [Math.floor((position - 1) / TILE_WIDTH), (position - 1) % TILE_WIDTH];
      if (!tiles.has(index)) tiles.set(index, await readerOf(this.pool)({ level: 0, index }));
      if (!hashAt(tiles.get(index)!, at).equals(leafOf(hash))) return false;
    }
    return true;
  }

  /** @throws RangeError if the tree is smaller */
  async root(size: number): Promise<Buffer> {
    return Buffer.from(await rootOf(subtreesFrom(readerOf(this.pool)), size));
  }

  /** The inclusion proof of the event at `position` (1, 2, …) in the tree of `size`. @throws RangeError */
  async proofOf(position: number, size: number): Promise<Buffer[]> {
    const proof = await inclusionProof(subtreesFrom(readerOf(this.pool)), position - 1, size);
    return proof.map((hash) => Buffer.from(hash));
  }

  /** The current tile of the tree, cut to `width` hashes if given; null if there are fewer. */
  async tile(place: TilePlace, width?: number): Promise<Buffer | null> {
    const { size } = await this.standing();
    const wanted = width ?? widthOf({ level: 0, index: 0 }, Infinity);
    if (widthOf(place, size) < wanted) return null;
    return (await readerOf(this.pool)(place)).subarray(0, wanted * HASH_BYTES);
  }
}

/** The lock for adding to the tree: "tree" in ASCII. */
const LOCK = 0x74726565;
type Db = Pick<Pool, 'query'>;

const SET_STANDING = `
insert into platform.log_tree (size, head) values ($1, $2)
on conflict (one) do update set size = excluded.size, head = excluded.head`;

async function standingIn(db: Db): Promise<TreeHead> {
  const { rows } = await db.query<{ size: string; head: Buffer }>('select size, head from platform.log_tree');
  return rows[0] ? { size: Number(rows[0].size), head: rows[0].head } : { size: 0, head: GENESIS };
}

const readerOf =
  (db: Db): ReadTile =>
  async ({ level, index }) => {
    const found = 'select hashes from platform.log_tiles where level = $1 and index = $2';
    const { rows } = await db.query<{ hashes: Buffer }>(found, [level, index]);
    return rows[0]?.hashes ?? Buffer.alloc(0);
  };

const keep = (db: Db, { level, index, hashes }: Tile) =>
  db.query(
    `insert into platform.log_tiles (level, index, hashes) values ($1, $2, $3)
     on conflict (level, index) do update set hashes = excluded.hashes`,
    [level, index, hashes],
  );
