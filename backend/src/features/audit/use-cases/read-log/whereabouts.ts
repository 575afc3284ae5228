import type { DataSource } from 'typeorm';
import { START, type Position } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { atOneMoment } from '#platform/projections/readers.js';
import {
  BLOCK_EVENTS,
  blockOf,
  isRole,
  isWallet,
  logPartiesProjection,
} from '../../read-models/parties/log-parties.projection.js';
import type { LogPart } from './verbatim.js';

/** How a search skips blocks: the first position at or after this one that a matching event can follow. */
export type Skip = (next: Position) => Position;

const everywhere: Skip = (next) => next;

/**
 * Where events by an actor or about a wallet can be, from the index of blocks. Events newer than the index are searched
 * one by one, and so is the whole log for texts that are neither a wallet nor a role.
 * @param most the maximum number of blocks that the search reads
 */
export async function whereaboutsOf(
  { actor, wallet }: LogPart,
  after: Position,
  most: number,
  db: DataSource,
): Promise<Skip> {
  const parties = new Set<string>();
  if (actor && (isWallet(actor) || isRole(actor))) parties.add(actor);
  if (wallet && isWallet(wallet)) parties.add(wallet);
  if (parties.size === 0) return everywhere;
  const { indexed, blocks } = await atOneMoment(db, [logPartiesProjection], async (tx) => {
    // An index of another version is not used: an older program's lacks the types that it does not know.
    const [row] = await tx.query(
      'select position from platform.projection_checkpoints where name = $1 and version = $2',
      [logPartiesProjection.name, logPartiesProjection.version],
    );
    const found: { block: number }[] = await tx.query(
      `select block from log_parties where party = any($1) and block >= $2::bigint
       group by block having count(*) = $3 order by block limit $4`,
      [[...parties], blockOf(toSequence(after) + 1), parties.size, most],
    );
    return { indexed: (row?.position ?? START) as Position, blocks: found.map(({ block }) => block) };
  });
  // Blocks beyond those that were read from the index are unknown.
  const known = blocks.length < most ? indexed : before(blocks.at(-1)! + 1);
  return (next) => {
    if (next >= known) return next;
    const block = blocks.find((one) => one >= blockOf(toSequence(next) + 1));
    return block === undefined ? known : max(next, before(block));
  };
}

/** The position after which a block begins. */
const before = (block: number): Position => toPosition(Math.max(0, block * BLOCK_EVENTS - 1));
const max = (one: Position, other: Position): Position => (one > other ? one : other);
