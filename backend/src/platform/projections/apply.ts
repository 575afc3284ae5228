import type { DataSource, EntityManager } from 'typeorm';
import type { EventStore, Position, RecordedEvent } from '../event-store/event-store.js';
import { BEHIND_FAILED, errorText, failedEvent, failedEvents, type Sql } from '../consumers/failed-events.js';
import { crashPoint } from '../telemetry/crash-points.js';
import { Checkpoints } from './checkpoint.js';
import type { Projection } from './projection.js';

export const consumerOf = (projection: Projection): string => `read-model:${projection.name}`;

const sqlOf =
  (tx: EntityManager): Sql =>
  (text, values) =>
    tx.query(text, values);

/**
 * Applies events and moves the checkpoint in one transaction: both or neither. Events of a stream with failed events
 * become failed events too. @throws Fenced, and errors of the projection
 */
export async function applyEvents(
  db: DataSource,
  projection: Projection,
  events: readonly RecordedEvent[],
  from: Position,
  to: Position,
): Promise<void> {
  await db.transaction(async (tx) => {
    await Checkpoints.move(tx, projection, from, to, true);
    const consumer = consumerOf(projection);
    const failed =
      projection.onError === 'halt-stream' ? await failedEvents.lanes(sqlOf(tx), consumer) : new Set<string>();
    for (const event of events.filter(({ stream }) => failed.has(stream)))
      await failedEvents.add(sqlOf(tx), consumer, event.stream, event, BEHIND_FAILED);
    const rest = failed.size === 0 ? events : events.filter(({ stream }) => !failed.has(stream));
    if (rest.length > 0) await projection.apply(rest, tx);
    crashPoint('read-model-page', () => [projection.name]);
  });
}

/** Parks an event and continues after it. @throws Fenced */
export async function parkEvent(
  db: DataSource,
  projection: Projection,
  event: RecordedEvent,
  from: Position,
  to: Position,
  error: unknown,
): Promise<void> {
  await db.transaction(async (tx) => {
    await Checkpoints.move(tx, projection, from, to, false);
    await failedEvents.add(sqlOf(tx), consumerOf(projection), event.stream, event, errorText(error));
  });
}

/**
 * Applies failed events, stream by stream, each in a transaction that locks out the runner.
 * @returns how many were applied, and how many streams still cannot continue
 */
export async function retryFailed(
  db: DataSource,
  store: EventStore,
  projection: Projection,
): Promise<{ applied: number; stuck: number }> {
  const consumer = consumerOf(projection);
  const stuck = new Set<string>();
  let applied = 0;
  for (;;) {
    const failed = await failedEvents.list((text, values) => db.query(text, values), consumer);
    const next = failed.find(({ lane }) => !stuck.has(lane));
    if (!next) return { applied, stuck: stuck.size };
    const event = await failedEvent(store, next);
    try {
      await db.transaction(async (tx) => {
        await Checkpoints.lock(tx, projection.name);
        await projection.apply([event], tx);
        await failedEvents.release(sqlOf(tx), consumer, next.position);
      });
      applied++;
    } catch {
      stuck.add(next.lane);
    }
  }
}
