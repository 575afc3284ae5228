/** Stream `operations-parked`: admins' retries of failed events of read models and processes. */
import type { EventType } from './event-type.js';

export type ParkedEventsReleased = EventType<
  'ParkedEventsReleased',
  {
    /** `read-model:<name>` or `process:<name>`. */
    consumer: string;
    /** The number of events processed now. */
    released: number;
    /** The number of lanes that still cannot continue. */
    stuck: number;
  }
>;
export type OperationsEvent = ParkedEventsReleased;
