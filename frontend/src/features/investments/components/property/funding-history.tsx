import type { PropertyProfileView } from '@tknest/contracts/api';
import { IconCheck } from '@tabler/icons-react';
import { businessDay } from '../../../../shared/format/time';
import { timeLineOf } from '../../time-line';
import style from './property.module.css';

/** The funding's history as a timeline: what has happened, and what comes next. */
export default function FundingHistory({ profile }: { profile: PropertyProfileView }) {
  return (
    <section className={`card ${style.part}`} aria-labelledby="history">
      <h2 id="history">Funding history</h2>
      <ol className={style.line}>
        {timeLineOf(profile).map(({ kind, words, detail, date }) => (
          <li key={kind} data-past={date !== null}>
            <span className={style.mark} aria-hidden>
              {date !== null && <IconCheck size={14} stroke={2.4} />}
            </span>
            <div className={style.point}>
              <strong>{words}</strong>
              {detail && <span className="small dim">{detail}</span>}
            </div>
            {date === null ? (
              <span className="small dim">Upcoming</span>
            ) : (
              <time className="small dim nowrap" dateTime={date}>
                {businessDay(date)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
