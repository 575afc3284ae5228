/**
 * Stream `calendar-business`: the business day, which only moves forward. Stream `calendar-schedule`: the days that
 * were begun and completed, one after another.
 */
import type { BusinessDate, EventType } from './event-type.js';

/** Somebody moved the calendar: ledgers after `ledgerIndex`, the last validated one, belong to the new day. */
export type BusinessDateAdvanced = EventType<
  'BusinessDateAdvanced',
  { from: BusinessDate; to: BusinessDate; ledgerIndex: number }
>;
/** The holders as of this position of the log are paid what falls due on the day. */
export type BusinessDayBegun = EventType<'BusinessDayBegun', { date: BusinessDate; recordPosition: string }>;
/** All events of the day, and of earlier days, are appended. */
export type BusinessDayCompleted = EventType<'BusinessDayCompleted', { date: BusinessDate }>;
export type CalendarEvent = BusinessDateAdvanced | BusinessDayBegun | BusinessDayCompleted;
