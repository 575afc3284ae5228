/** Stream `calendar-business`: the business day, moved forward only. */
import type { BusinessDate, EventType } from './event-type.js';

export type BusinessDateAdvanced = EventType<'BusinessDateAdvanced', { from: BusinessDate; to: BusinessDate }>;
export type CalendarEvent = BusinessDateAdvanced;
