/** Stream `operations-parked`: what admins did with events that read models and processes had set aside. */
import type { EventType } from './event-type.js';

export type ParkedEventsReleased = EventType<
  'ParkedEventsReleased',
  {
    /** `read-model:<name>` or `process:<name>`. */
    consumer: string;
    /** Events that it took now. */
    released: number;
    /** Lanes that still cannot continue. */
    stuck: number;
  }
>;
export type OperationsEvent = ParkedEventsReleased;
