import type { DataSource, EntityManager } from 'typeorm';
import { alone } from '../database/alone.js';
import { SCHEMAS } from '../database/schemas.js';
import { START, type EventStore, type Position } from '../event-store/event-store.js';
import { Checkpoints } from './checkpoint.js';
import type { Projection } from './projection.js';
import { foldInto, type Fold } from './rebuild.js';
import { createScratch, dropSchema, scratchName } from './scratch.js';

/** Longer than the largest table should take. */
const COMPARE_MS = 600_000;
/** How many differing rows of a table are listed; all are counted. */
const LISTED_MAX = 20;

export interface Difference {
  table: string;
  /** Rows only in the live table, and rows only in the rebuilt one. */
  onlyLive: { count: number; rows: object[] };
  onlyRebuilt: { count: number; rows: object[] };
}

export interface Verification {
  name: string;
  /** The position at which both were compared. */
  position: Position;
  rows: number;
  differences: Difference[];
  /** Why they could not be compared; null if they were. */
  problem: string | null;
}

/**
 * Builds a read model from the log into a scratch schema and compares it with the live one, row by row, at the same
 * position. The live one may continue in the meantime: a repeatable-read snapshot freezes it, because its rows and its
 * checkpoint change together. One comparison at a time per read model; the others wait. @throws if `signal` aborts
 */
export function verifyReadModel(
  db: DataSource,
  store: EventStore,
  projection: Projection,
  signal?: AbortSignal,
): Promise<Verification> {
  // Two at the same time would use the same schema and find each other's rows.
  return alone(db, `verify ${projection.name}`, () => verifyAlone(db, store, projection, signal), signal);
}

async function verifyAlone(
  db: DataSource,
  store: EventStore,
  projection: Projection,
  signal?: AbortSignal,
): Promise<Verification> {
  const fold: Fold = { db, store, projection, schema: scratchName('verify', projection) };
  const none: Verification = { name: projection.name, position: START, rows: 0, differences: [], problem: null };
  const stands = await new Checkpoints(db).read(projection);
  if (stands.version !== projection.version)
    return {
      ...none,
      problem: `the live one is of version ${stands.version}, this program's is ${projection.version}`,
    };
  try {
    await db.transaction((tx) => createScratch(tx, projection, fold.schema, true));
    // Never past the live read model, which cannot go back and, without a running program, does not advance either.
    const reached = await foldInto(fold, START, { upTo: stands.position, signal });
    return await db.transaction('REPEATABLE READ', async (tx) => {
      // Before the snapshot is taken, so that a rebuild cannot swap the tables during the comparison.
      for (const table of projection.tables)
        await tx.query(`lock table "${SCHEMAS.readModels}"."${table}" in access share mode`);
      const [live] = await tx.query('select version, position from platform.projection_checkpoints where name = $1', [
        projection.name,
      ]);
      if (live.version !== projection.version)
        return { ...none, problem: 'it was replaced by another version meanwhile' };
      await foldInto(fold, reached, { upTo: live.position, tx, signal });
      await tx.query(`set local statement_timeout = ${COMPARE_MS}`);
      return { ...none, position: live.position, ...(await compare(tx, projection, fold.schema)) };
    });
  } catch (error) {
    signal?.throwIfAborted();
    return { ...none, problem: `the log cannot be folded: ${(error as Error).message}` };
  } finally {
    await db.transaction((tx) => dropSchema(tx, fold.schema)).catch(() => {});
  }
}

async function compare(
  tx: EntityManager,
  { tables }: Projection,
  schema: string,
): Promise<Pick<Verification, 'rows' | 'differences'>> {
  const differences: Difference[] = [];
  let rows = 0;
  for (const table of tables) {
    const [live, rebuilt] = [`"${SCHEMAS.readModels}"."${table}"`, `"${schema}"."${table}"`];
    rows += Number((await tx.query(`select count(*) from ${live}`))[0].count);
    const onlyLive = await missing(tx, live, rebuilt);
    const onlyRebuilt = await missing(tx, rebuilt, live);
    if (onlyLive.count + onlyRebuilt.count > 0) differences.push({ table, onlyLive, onlyRebuilt });
  }
  return { rows, differences };
}

/**
 * Rows of one table that are missing in the other, compared as text, which every type has and which is equal for equal
 * values.
 */
async function missing(tx: EntityManager, of: string, from: string): Promise<{ count: number; rows: object[] }> {
  const difference = `select row_to_json(t)::text as row from ${of} t except all select row_to_json(t)::text from ${from} t`;
  const found = await tx.query(
    `with d as (${difference}) select (select count(*) from d) as count, row from d order by row limit ${LISTED_MAX}`,
  );
  return { count: Number(found[0]?.count ?? 0), rows: found.map(({ row }: { row: string }) => JSON.parse(row)) };
}
