/** The log's timeline for other features. */
import { START, type Position } from '#platform/event-store/event-store.js';
import type { Reads } from '#platform/projections/readers.js';

export { timelineProjection } from './read-models/timeline/timeline.projection.js';

/** The position of the last event before a moment, ISO 8601 to the minute. */
export async function positionBefore(moment: string, db: Reads): Promise<Position> {
  const [row] = await db.query<{ position: Position }[]>(
    'select last_position as position from log_minutes where minute < $1 order by minute desc limit 1',
    [moment],
  );
  return row?.position ?? START;
}
