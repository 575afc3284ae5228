/**
 * Stream `calendar-business`: the business day, moved forward only. Stream `calendar-schedule`: the days whose work was
 * begun and done, one after another.
 */
import type { BusinessDate, EventType } from './event-type.js';

export type BusinessDateAdvanced = EventType<'BusinessDateAdvanced', { from: BusinessDate; to: BusinessDate }>;
/** Holders at this position of the log are paid what falls due on the day. */
export type BusinessDayBegun = EventType<'BusinessDayBegun', { date: BusinessDate; recordPosition: string }>;
/** Everything of the day, and of the days before it, is appended. */
export type BusinessDayCompleted = EventType<'BusinessDayCompleted', { date: BusinessDate }>;
export type CalendarEvent = BusinessDateAdvanced | BusinessDayBegun | BusinessDayCompleted;
