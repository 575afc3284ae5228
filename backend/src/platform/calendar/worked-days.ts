import type { BusinessDate, BusinessDayBegun, BusinessDayCompleted } from '@tknest/contracts/events';
import type { Folded } from '../event-store/folding.js';

/** Business days that have been begun and completed, one after another. */
export interface WorkedDays {
  /** The last completed day; null before the first. */
  completed: BusinessDate | null;
  /** Days with something to do, and the last position of the log before them, oldest first. */
  begun: readonly { date: BusinessDate; recordPosition: string }[];
}

/** As many days as a collection can be later than its record day. */
const REMEMBERED = 1_000;

/** The stream and its fold. */
export const workedDays: Folded<WorkedDays, BusinessDayBegun | BusinessDayCompleted> = {
  stream: 'calendar-schedule',
  initialState: { completed: null, begun: [] },
  evolve: (state, { type, data }) =>
    type === 'BusinessDayCompleted'
      ? { ...state, completed: data.date }
      : { ...state, begun: [...state.begun, data].slice(-REMEMBERED) },
  snapshotVersion: 1,
};

/** The log position whose holders are paid what fell due on a day; null if it is unknown. */
export const recordPositionOf = ({ begun }: WorkedDays, day: BusinessDate): string | null =>
  begun.find(({ date }) => date >= day)?.recordPosition ?? null;
