import type { ScreeningMatch, ScreeningResult } from '@tknest/contracts/api';
import { IconAlertTriangle, IconHandStop, IconShieldCheck } from '@tabler/icons-react';
import { businessDay } from '../../../shared/format/time';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Pill } from '../../../shared/ui/status-pill/pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { hundred, WordAlignment } from '../../../shared/ui/words/words';
import { Spoken } from '../../../shared/ui/live/live';
import style from './screening.module.css';

const VERDICTS = {
  approved: { title: 'No match', Icon: IconShieldCheck, tone: 'ok' },
  pending: { title: 'Similar, needs review', Icon: IconAlertTriangle, tone: 'wait' },
  rejected: { title: 'On the list', Icon: IconHandStop, tone: 'bad' },
} as const;

const COLUMNS: readonly Column<ScreeningMatch>[] = [
  { head: 'Score', numeric: true, cell: ({ score }) => <strong>{hundred(score)}</strong> },
  { head: 'Name on the list', className: style.listed, cell: ({ name }) => name },
  { head: 'List', label: 'List', cell: ({ list }) => list },
  { head: 'Program', label: 'Program', cell: ({ program }) => program },
  { head: 'Entry', label: 'Entry', className: 'mono', cell: ({ entityNumber }) => entityNumber },
];

/** The verdict, the score on its scale, and its explanation word by word. */
export function ScreeningVerdict({ result }: { result: ScreeningResult }) {
  const { name, status, riskLevel, reason, matches, near, list, lines } = result;
  const { title, Icon, tone } = VERDICTS[status];
  const rows = [...matches, ...near];
  const best = rows[0];
  return (
    <>
      <section className="card stack" aria-label="Result">
        <div className={style.verdict}>
          <span style={{ color: `var(--${tone})` }} aria-hidden>
            <Icon size={36} />
          </span>
          <Spoken>
            <h2>{title}</h2>
            <p className="small dim">
              {name}. {reason}.
            </p>
          </Spoken>
          <div className="row">
            <StatusPill status={status === 'approved' ? 'verified' : status} word={STATUS[status]} />
            <Pill tone={tone}>{riskLevel} risk</Pill>
          </div>
        </div>
        {best && (
          <>
            <Scale score={best.score} review={lines.review} exact={lines.exact} />
            <h3>Why the score is {hundred(best.score)}</h3>
            <WordAlignment words={best.words} />
            <p className="small dim">{best.explanation}</p>
          </>
        )}
      </section>
      {rows.length > 0 && (
        <section className="card stack" aria-labelledby="matches">
          <div className="between">
            <h2 id="matches">Matches</h2>
            {list && (
              <span className="small dim">
                {list.name}, as of {businessDay(list.published)}
              </span>
            )}
          </div>
          <DataTable
            label="Matches"
            dense
            lines
            columns={COLUMNS}
            rows={rows}
            keyOf={(one) => `${one.list}/${one.entityNumber}`}
          />
        </section>
      )}
    </>
  );
}

const STATUS = { approved: 'Approved', pending: 'Pending', rejected: 'Rejected' } as const;

function Scale({ score, review, exact }: { score: number; review: number; exact: number }) {
  const at = (value: number) => `${value * 100}%`;
  const zones = `linear-gradient(90deg, var(--ok-soft) ${at(review)}, var(--lamp) ${at(review)} ${at(exact)}, var(--bad) ${at(exact)})`;
  return (
    <div className={style.scale} role="img" aria-label={`${hundred(score)} of 100: review from 80, match from 95`}>
      <strong style={{ left: at(score) }}>{hundred(score)}</strong>
      <div style={{ background: zones }}>
        <i style={{ left: at(score) }} />
      </div>
      <span className="small dim" style={{ left: at(review) }}>
        {hundred(review)} review
      </span>
      <span className="small dim" style={{ left: at(exact) }}>
        {hundred(exact)} match
      </span>
    </div>
  );
}
