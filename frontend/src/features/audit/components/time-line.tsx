import { IconPlayerPauseFilled, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import type { BooksView, TimelineBar, TimelineView } from '@tknest/contracts/api';
import { useEffect, useState, type CSSProperties } from 'react';
import { count } from '../../../shared/format/format';
import { clock, day } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { ChartTable } from '../../../shared/ui/chart/chart-frame';
import { Field } from '../../../shared/ui/field/field';
import { NumberField } from '../../../shared/ui/inputs/inputs';
import { useTyped } from '../../../shared/use-typed';
import { BEFORE_ALL, fromField, positionOf, toField, type Moment } from '../moment';

const STEP_MS = 900;
const REST_MS = 150;
const TYPING_MS = 600;
const POSITION = /^\d+$/;
const HEIGHT = 70;
const TICKS = 5;
const DAY_MS = 86_400_000;

interface Props {
  timeline: TimelineView;
  books: BooksView | undefined;
  moment: Moment;
  onChoose(moment: Moment): void;
}

/** The number of events over time, as bars over a slider; playback moves it one bar at a time. */
export function TimeLine({ timeline: { bars, first, last, head }, books, moment, onChoose }: Props) {
  const [playing, setPlaying] = useState(false);
  const [hand, setHand] = useState<number | null>(null);
  const settled = bars.filter((bar) =>
    moment.position ? bar.position <= moment.position : moment.at ? endOf(bar) <= moment.at : true,
  ).length;
  // The slider moves immediately; the address and the books follow when it rests.
  const shown = hand ?? settled;
  const atEnd = shown >= bars.length;
  const go = (to: number) => {
    const bar = bars[to - 1];
    onChoose(to >= bars.length ? {} : bar ? { at: endOf(bar) } : BEFORE_ALL);
  };

  useEffect(() => {
    if (hand === null) return;
    const timer = setTimeout(() => (hand === settled ? setHand(null) : go(hand)), REST_MS);
    return () => clearTimeout(timer);
  });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each bar shown begins the next step; at the end it stops
  useEffect(() => {
    if (!playing) return;
    if (atEnd) return setPlaying(false);
    // The next bar with events: playback skips empty ones.
    const timer = setTimeout(() => go(nextBusy(bars, shown)), STEP_MS);
    return () => clearTimeout(timer);
  });

  if (!first || !last)
    return (
      <section className="card">
        <p className="dim">Nothing has been recorded yet.</p>
      </section>
    );
  const most = Math.max(...bars.map(({ events }) => events));
  const play = () => {
    // Moves immediately; the address follows later, and playback stops at the end.
    if (!playing && atEnd) setHand(0);
    setPlaying(!playing);
  };
  const at = moment.position ? Math.min(Number(moment.position), Number(head)) : Number(books?.position ?? head);
  const total = bars.reduce((sum, { events }) => sum + events, 0);
  const bar = bars[shown - 1];
  const before = bar ? `${label(bar.to, first, last)}, position ${Number(bar.position)}` : 'Before the first event';
  const place = bar && atEnd ? 'Now' : before;
  return (
    <section className="card time-line" aria-label="Timeline">
      <div className="between time-line-head">
        <div className="row">
          <Button
            aria-label="Go to the beginning"
            icon={<IconPlayerSkipBack size={18} aria-hidden />}
            onClick={() => go(0)}
          />
          <Button
            look="filled"
            icon={playing ? <IconPlayerPauseFilled size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
            onClick={play}
          >
            {playing ? 'Pause' : 'Play'}
          </Button>
          <Button
            aria-label="Go to now"
            icon={<IconPlayerSkipForward size={18} aria-hidden />}
            onClick={() => go(bars.length)}
          />
        </div>
        <div className="row as-of">
          <TimeField at={moment.at ?? books?.at} first={first} onChoose={onChoose} />
          <div className="row">
            <PositionField
              position={at}
              head={Number(head)}
              onChoose={(position) => onChoose({ position: positionOf(position) })}
            />
            <span className="small dim nowrap" role="status">
              <span className="sr-only">position {count(at)} </span>of <strong>{count(Number(head))}</strong>
            </span>
          </div>
        </div>
      </div>
      <svg
        viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        role="img"
        aria-label={`${count(total)} events from ${label(first, first, last)} to ${label(last, first, last)}`}
      >
        {bars.map(({ from, events }, index) => {
          const height = events === 0 ? 0 : Math.max(3, (events / most) * HEIGHT);
          return (
            <rect
              key={from}
              x={index * 10 + 0.75}
              y={HEIGHT - height}
              width={8.5}
              height={height}
              rx={1}
              fill={index < shown ? 'var(--bar-done)' : 'var(--off-soft)'}
            />
          );
        })}
      </svg>
      <input
        type="range"
        className="time-slider"
        min={0}
        max={bars.length}
        step={1}
        value={shown}
        aria-label="Moment"
        aria-valuetext={place}
        style={{ '--done': `${(shown / bars.length) * 100}%` } as CSSProperties}
        onChange={({ target }) => {
          setPlaying(false);
          setHand(Number(target.value));
        }}
      />
      <div className="between xsmall dim" aria-hidden>
        {Array.from({ length: TICKS }, (_, tick) => (
          <span key={tick}>
            {tick === TICKS - 1
              ? 'Now'
              : label(bars[Math.round((tick * (bars.length - 1)) / (TICKS - 1))]!.from, first, last)}
          </span>
        ))}
      </div>
      <ChartTable
        head={['From', 'Events']}
        rows={() =>
          bars.filter(({ events }) => events > 0).map(({ from, events }) => [label(from, first, last), count(events)])
        }
      />
    </section>
  );
}

/** The last instant of a bar; the next one begins at `to`. */
const endOf = ({ to }: TimelineBar): string => new Date(Date.parse(to) - 1).toISOString();

function nextBusy(bars: readonly TimelineBar[], from: number): number {
  const next = bars.findIndex(({ events }, index) => index >= from && events > 0);
  return next < 0 ? bars.length : next + 1;
}

/** A date if the log spans days, otherwise a time of day. */
function label(at: string, first: string, last: string): string {
  const young = Date.parse(last) - Date.parse(first) < 2 * DAY_MS;
  return young ? clock(new Date(at), 'seconds') : day(at);
}

/** A field for a time; while it is incomplete, the books do not change. */
function TimeField({
  at,
  first,
  onChoose,
}: {
  at: string | null | undefined;
  first: string;
  onChoose(moment: Moment): void;
}) {
  const choose = (typed: string) => {
    const chosen = fromField(typed);
    if (chosen) onChoose(chosen);
  };
  const [shown, type] = useTyped(at ? toField(at) : '', choose, TYPING_MS);
  return (
    <Field label="As of">
      <input
        type="datetime-local"
        step={1}
        value={shown}
        min={toField(first)}
        onChange={({ target }) => type(target.value)}
        onBlur={() => shown === '' && type(null)}
      />
    </Field>
  );
}

/** A field for a position, at most the last; the books follow when typing pauses. */
function PositionField({
  position,
  head,
  onChoose,
}: {
  position: number;
  head: number;
  onChoose(position: number): void;
}) {
  const choose = (typed: string) => {
    if (!POSITION.test(typed)) return;
    const chosen = Math.min(Number(typed), head);
    if (chosen === position) type(null);
    else onChoose(chosen);
  };
  const [shown, type] = useTyped(String(position), choose, TYPING_MS);
  return (
    <Field label="Position">
      <NumberField
        inputMode="numeric"
        hideControls
        min={0}
        max={head}
        value={shown}
        onChange={(typed) => type(String(typed))}
        onBlur={() => !POSITION.test(shown) && type(null)}
      />
    </Field>
  );
}
