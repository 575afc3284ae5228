import { dayAt, type Day } from '@tknest/contracts/money';
import { usePlatformConfigQuery } from '../session/api';

/** The day of the business calendar, which can be ahead of the clock. */
export function useToday(): Day {
  const ahead = usePlatformConfigQuery().data?.calendarAhead;
  return ahead ? ahead.today : dayAt(new Date());
}
