/** A backup is restored in the middle of a story: the log ends earlier, and the ledger does not. */
import { START, type Position, type RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import type { World } from './world.js';

/** Events that journal the platform's signatures. */
interface Signing {
  type: string;
  is?: (data: RecordedEvent['data']) => boolean;
}

/**
 * Chooses where a backup ends: at any earlier prefix, sometimes without any loss; half of the time immediately before a
 * signature of the platform.
 * @param first the log is not cut before this position
 */
export async function endOfBackup(
  world: World,
  first: Position,
  { type, is = () => true }: Signing,
): Promise<Position> {
  const { random, store } = world;
  const head = await store.head();
  if (random.chance(0.1)) return wholeCommits(world, toSequence(head));
  const { events } = await store.readAll(START, { limit: 10_000, filter: { types: [type] } });
  const signed = events.filter(({ data }) => is(data));
  if (signed.length > 0 && random.chance(0.5)) return wholeCommits(world, toSequence(random.pick(signed).position) - 1);
  return wholeCommits(world, toSequence(first) + random.below(toSequence(head) - toSequence(first) + 1));
}

/** A backup contains only whole commits. */
async function wholeCommits(world: World, kept: number): Promise<Position> {
  const { events } = await world.store.readAll(toPosition(kept - 1), { limit: 2 });
  const [last, next] = events.map(({ metadata }) => metadata.commandId);
  return last !== undefined && last === next ? wholeCommits(world, kept - 1) : toPosition(kept);
}
