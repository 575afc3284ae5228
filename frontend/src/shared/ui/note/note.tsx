import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockOff,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Spoken } from '../live/live';
import './note.css';

const OF_TONE = {
  ok: IconCircleCheck,
  wait: IconAlertTriangle,
  run: IconInfoCircle,
  bad: IconCircleX,
  off: IconInfoCircle,
};
const OTHERS = { warn: IconAlertTriangle, expired: IconClockOff, refused: IconX };

/**
 * A notice in the page, with the action inside it as a link or a `.note-way` button. `live`: it appears while the page
 * is open, and is announced.
 */
export function Note({
  tone,
  icon,
  children,
  live,
}: {
  tone: keyof typeof OF_TONE;
  icon?: keyof typeof OTHERS;
  children: ReactNode;
  live?: boolean;
}) {
  const Icon = icon ? OTHERS[icon] : OF_TONE[tone];
  return (
    <div className={`note note-${tone}`} role={live && tone === 'bad' ? 'alert' : undefined}>
      <Icon aria-hidden />
      {live && tone !== 'bad' ? <Spoken>{children}</Spoken> : <div>{children}</div>}
    </div>
  );
}
