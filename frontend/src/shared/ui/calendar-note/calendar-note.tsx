import { usePolling } from '../../attention/use-attended';
import { count } from '../../format/format';
import { businessDay } from '../../format/time';
import { usePlatformConfigQuery } from '../../session/api';
import { Note } from '../note/note';
import './calendar-note.css';

const ASKED_EVERY_MS = 60_000;

/** Shown if the business calendar was moved ahead of today, because due dates, interest and payouts depend on it. */
export function CalendarNote() {
  const { data: config } = usePlatformConfigQuery(undefined, usePolling(ASKED_EVERY_MS));
  const ahead = config?.calendarAhead;
  if (!ahead) return null;
  return (
    <div className="calendar-note">
      <Note tone="wait">
        The business calendar shows <strong>{businessDay(ahead.today)}</strong>, {count(ahead.days)}{' '}
        {ahead.days === 1 ? 'day' : 'days'} ahead of today. Due dates, interest and payouts go by it.
      </Note>
    </div>
  );
}
