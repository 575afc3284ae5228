import { IconFlask } from '@tabler/icons-react';
import { usePolling } from '../../attention/use-attended';
import { count } from '../../format/format';
import { businessDay } from '../../format/time';
import { usePlatformConfigQuery } from '../../session/api';
import { Note } from '../note/note';
import { Popup } from '../popup/popup';
import './calendar-note.css';

const ASKED_EVERY_MS = 60_000;

/** The day of the business calendar if it was moved ahead of today, and what that means. */
function useAhead() {
  const { data: config } = usePlatformConfigQuery(undefined, usePolling(ASKED_EVERY_MS));
  const ahead = config?.calendarAhead;
  if (!ahead) return null;
  const [today, days] = [businessDay(ahead.today), `${count(ahead.days)} ${ahead.days === 1 ? 'day' : 'days'}`];
  return {
    today,
    sentence: `The business calendar shows ${today}, ${days} ahead of today. Due dates, interest, and payouts follow it.`,
  };
}

/** For pages on which somebody decides by a date. */
export function CalendarNote() {
  const ahead = useAhead();
  return (
    ahead && (
      <div className="calendar-note">
        <Note tone="wait">{ahead.sentence}</Note>
      </div>
    )
  );
}

/** For all other pages: the day in the top bar, which opens the sentence. */
export function CalendarChip() {
  const ahead = useAhead();
  if (!ahead) return null;
  return (
    <Popup
      button="calendar-chip"
      name={`Demo clock: ${ahead.today}`}
      label={
        <>
          <IconFlask size={16} aria-hidden />
          <span>{ahead.today}</span>
          <span className="calendar-clock">· demo clock</span>
        </>
      }
    >
      <p className="small">{ahead.sentence}</p>
    </Popup>
  );
}
