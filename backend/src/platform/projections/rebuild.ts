import type { DataSource, EntityManager } from 'typeorm';
import { isConnectionLoss } from '../database/connection-loss.js';
import { LogRefused, START, StoreUnavailable, type EventStore, type Position } from '../event-store/event-store.js';
import { consumerOf } from './apply.js';
import { Checkpoints } from './checkpoint.js';
import { RebuildCheckpoint, RebuiltElsewhere } from './rebuild-checkpoint.js';
import type { LogScan, ScannedLog, ScanReader } from './log-scan.js';
import type { Projection } from './projection.js';
import { analyze, dropSchema, scratchName, swapIn, useScratch } from './scratch.js';

const PAGE_EVENTS = 1000;
/**
 * How long the swap waits for readers of the live tables before it lets them go first and tries again, in milliseconds.
 */
const SWAP_LOCK_MS = 3000;
const SWAP_ATTEMPTS_MAX = 20;
/** A lag short enough that its events can be folded while the live read model is locked. */
const PASS_MS = 200;

export interface Fold {
  db: DataSource;
  store: ScannedLog & Partial<Pick<ScanReader, 'apply'>>;
  projection: Projection;
  schema: string;
}

interface FoldOptions {
  /** The last position to fold; the log's end if left out. */
  upTo?: Position;
  /** Folds within this transaction instead of one per page. */
  tx?: EntityManager;
  /** The checkpoint that moves with each applied page. */
  checkpoint?: RebuildCheckpoint;
  signal?: AbortSignal;
  onProgress?: (position: Position) => Promise<void> | void;
}

/**
 * Applies the log to scratch tables, from a position up to a limit or to the log's end. @returns the position reached
 */
export async function foldInto(
  { db, store, projection, schema }: Fold,
  from: Position,
  options: FoldOptions = {},
): Promise<Position> {
  const filter = { types: projection.events };
  const within = <Result>(work: (tx: EntityManager) => Promise<Result>) =>
    options.tx ? work(options.tx) : db.transaction(work);
  for (let position = from; ;) {
    options.signal?.throwIfAborted();
    const page = await store.readAll(position, { limit: PAGE_EVENTS, filter });
    const { upTo } = options;
    const events = upTo === undefined ? page.events : page.events.filter((event) => event.position <= upTo);
    if (events.length > 0) {
      const to = upTo !== undefined && page.next > upTo ? upTo : page.next;
      const applied = () =>
        within(async (tx) => {
          await options.checkpoint?.move(tx, to);
          await useScratch(tx, schema);
          await projection.apply(events, tx);
        });
      await (store.apply ? store.apply(applied) : applied());
      if (options.checkpoint) options.checkpoint.position = to;
    }
    position = page.next;
    await options.onProgress?.(position);
    if (options.upTo !== undefined && position >= options.upTo) return options.upTo;
    if (page.end) return position;
  }
}

interface RebuildOptions extends Pick<FoldOptions, 'signal' | 'onProgress'> {
  /** Reads the log together with other rebuilds. */
  scan?: LogScan;
}

/**
 * Rebuilds a read model beside the live one, which keeps serving and following the log, and swaps them in one
 * transaction. An interrupted rebuild continues with its tables. An event that cannot be applied ends it with an error,
 * and the live read model stays unchanged.
 * @throws RebuiltElsewhere
 */
export async function rebuild(
  db: DataSource,
  store: EventStore,
  projection: Projection,
  { scan, ...options }: RebuildOptions = {},
): Promise<Position> {
  const schema = scratchName('rebuild', projection);
  const reader = scan?.join();
  const fold: Fold = { db, store: reader ?? store, projection, schema };
  try {
    const checkpoint = await RebuildCheckpoint.open(db, projection, schema, await store.head());
    const reached = await approach(fold, checkpoint.position, { ...options, checkpoint });
    reader?.leave();
    await db.transaction((tx) => analyze(tx, projection, schema));
    return await swap({ ...fold, store }, reached, checkpoint, options.signal);
  } catch (error) {
    if (isLeftToGoOn(error, options.signal)) throw error;
    await db
      .transaction(async (tx) => {
        await tx.query('delete from platform.rebuild_checkpoints where name = $1', [projection.name]);
        await dropSchema(tx, schema);
      })
      .catch(() => {});
    throw error;
  } finally {
    reader?.leave();
  }
}

/** Whether the database or the log was unavailable, in which case the failure is not due to the events. */
export const isOutage = (error: unknown): boolean => isConnectionLoss(error) || error instanceof StoreUnavailable;

/**
 * Whether the tables are kept for continuing: because this instance ends, the database or the log is unavailable, or
 * another instance continues. Tables from another log would be wrong.
 */
const isLeftToGoOn = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true || error instanceof RebuiltElsewhere || (isOutage(error) && !(error instanceof LogRefused));

/**
 * Approaches the log's end in passes, each up to the end at its beginning, until one is short. If writers are as fast
 * as the folding, the passes do not get shorter, and more of them are useless.
 */
async function approach(fold: Fold, from: Position, options: FoldOptions): Promise<Position> {
  let reached = from;
  for (let lastMs = Infinity; ;) {
    const began = performance.now();
    const upTo = await fold.store.head();
    if (upTo > reached) reached = await foldInto(fold, reached, { ...options, upTo });
    const tookMs = performance.now() - began;
    if (tookMs < PASS_MS || tookMs > lastMs / 2) return reached;
    lastMs = tookMs;
  }
}

async function swap(
  fold: Fold,
  reached: Position,
  checkpoint: RebuildCheckpoint,
  signal?: AbortSignal,
): Promise<Position> {
  const { db, projection, schema } = fold;
  for (let attempt = 1; ; attempt++) {
    // As far as possible outside the lock; the remaining events are folded inside it.
    if (attempt > 1) reached = await approach(fold, reached, { signal, checkpoint });
    try {
      return await db.transaction(async (tx) => {
        await tx.query(`set local lock_timeout = ${SWAP_LOCK_MS}`);
        // The live read model is locked now, so the rebuild only needs to reach its position.
        const live = await Checkpoints.lock(tx, projection.name);
        if (live && live.version > projection.version) throw new RebuiltElsewhere(projection.name);
        await checkpoint.close(tx);
        const upTo = live?.position ?? START;
        const position = upTo > reached ? await foldInto(fold, reached, { tx, upTo }) : reached;
        await swapIn(tx, projection, schema);
        await Checkpoints.set(tx, projection, position);
        await tx.query('delete from platform.failed_events where consumer = $1', [consumerOf(projection)]);
        return position;
      });
    } catch (error) {
      const busy = (error as { code?: string }).code === '55P03';
      if (!busy || attempt >= SWAP_ATTEMPTS_MAX) throw error;
    }
  }
}
