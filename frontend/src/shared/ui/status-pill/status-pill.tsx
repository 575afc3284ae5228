import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconClockOff,
  IconHandStop,
  IconLoader2,
  IconMinus,
  IconUserCheck,
} from '@tabler/icons-react';
import './status-pill.css';
import type { ReactNode } from 'react';

export type Tone = 'ok' | 'wait' | 'run' | 'bad' | 'off';

/** One vocabulary for every status: text, tone, icon; never color alone. */
export const VOCABULARY: Record<string, { word: string; tone: Tone; Icon: typeof IconClock }> = {
  pending: { word: 'Pending', tone: 'wait', Icon: IconClock },
  waiting: { word: 'Waiting', tone: 'wait', Icon: IconClock },
  in_progress: { word: 'In progress', tone: 'run', Icon: IconLoader2 },
  running: { word: 'Running', tone: 'run', Icon: IconLoader2 },
  submitted: { word: 'Submitted', tone: 'run', Icon: IconLoader2 },
  processing: { word: 'Processing', tone: 'run', Icon: IconLoader2 },
  settling: { word: 'On hold', tone: 'wait', Icon: IconClock },
  settled: { word: 'Paid', tone: 'ok', Icon: IconCircleCheck },
  current: { word: 'On schedule', tone: 'ok', Icon: IconCircleCheck },
  paid_off: { word: 'Paid off', tone: 'ok', Icon: IconCircleCheck },
  in_arrears: { word: 'In arrears', tone: 'bad', Icon: IconAlertTriangle },
  paused: { word: 'Paused', tone: 'wait', Icon: IconHandStop },
  unclaimed: { word: 'Unclaimed', tone: 'bad', Icon: IconAlertTriangle },
  returned: { word: 'Returned', tone: 'off', Icon: IconBan },
  completed: { word: 'Completed', tone: 'ok', Icon: IconCircleCheck },
  active: { word: 'Active', tone: 'ok', Icon: IconCircleCheck },
  no_trust_line: { word: 'No Trust Line', tone: 'off', Icon: IconCircleDashed },
  no_balance: { word: 'No Balance', tone: 'wait', Icon: IconClock },
  open: { word: 'Open', tone: 'ok', Icon: IconCircleCheck },
  funded: { word: 'Fully Funded', tone: 'ok', Icon: IconCircleCheck },
  matches: { word: 'Matches', tone: 'ok', Icon: IconCircleCheck },
  fits: { word: 'Fits', tone: 'ok', Icon: IconCircleCheck },
  does_not_fit: { word: 'Does not fit', tone: 'bad', Icon: IconAlertTriangle },
  ready: { word: 'Ready', tone: 'ok', Icon: IconCircleCheck },
  missing: { word: 'Missing', tone: 'bad', Icon: IconCircleX },
  verified: { word: 'Verified', tone: 'ok', Icon: IconUserCheck },
  failed: { word: 'Failed', tone: 'bad', Icon: IconCircleX },
  differs: { word: 'Differs', tone: 'bad', Icon: IconCircleX },
  rejected: { word: 'Rejected', tone: 'bad', Icon: IconHandStop },
  declined: { word: 'Declined', tone: 'bad', Icon: IconHandStop },
  expired: { word: 'Expired', tone: 'off', Icon: IconClockOff },
  cancelled: { word: 'Canceled', tone: 'off', Icon: IconBan },
  closing: { word: 'Closing', tone: 'wait', Icon: IconClock },
  closed: { word: 'Closed', tone: 'off', Icon: IconBan },
  not_started: { word: 'Not Started', tone: 'off', Icon: IconCircleDashed },
};

const known = (status: string) =>
  VOCABULARY[status] ?? { word: status.replaceAll('_', ' '), tone: 'off' as const, Icon: IconMinus };

/** A status as display text; one outside the vocabulary is neutral, with underscores shown as spaces. */
export function StatusPill({ status, word }: { status: string; word?: string }) {
  const { word: usual, tone, Icon } = known(status);
  return (
    <span className={`pill pill-${tone} ${Icon === IconLoader2 ? 'turning' : ''}`}>
      <Icon aria-hidden />
      {word ?? usual}
    </span>
  );
}

/** A compact form: only the icon is visible, with the text for screen readers. */
export function StatusIcon({ status }: { status: string }) {
  const { word, tone, Icon } = known(status);
  return (
    <span
      className={`status-icon ${Icon === IconLoader2 ? 'turning' : ''}`}
      style={{ color: `var(--${tone})` }}
      title={word}
    >
      <Icon size={18} aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** A state in one or two words. For statuses of the vocabulary use `StatusPill`. */
export const Pill = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`pill pill-${tone}`}>{children}</span>
);
