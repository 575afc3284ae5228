/** Stream `operations-failed-events`: admins' retries of failed events of read models and processes. */
import type { EventType } from './event-type.js';

export type FailedEventsReleased = EventType<
  'FailedEventsReleased',
  {
    /** `read-model:<name>` or `process:<name>`. */
    consumer: string;
    /** The number of events processed now. */
    released: number;
    /** The number of lanes that still cannot continue. */
    stuck: number;
  }
>;
export type OperationsEvent = FailedEventsReleased;
