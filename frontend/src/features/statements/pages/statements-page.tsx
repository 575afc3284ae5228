import type { StatementFormat } from '@tknest/contracts/api';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { useToday } from '../../../shared/calendar/use-today';
import { Button } from '../../../shared/ui/button/button';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Select } from '../../../shared/ui/inputs/select';
import { Popup } from '../../../shared/ui/popup/popup';
import { Segments } from '../../../shared/ui/segments/segments';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';
import { useStatementQuery, useStatementsQuery } from '../api';
import { Paper } from '../components/paper';
import { choices, chosenPeriod, isYear, monthAt, otherPeriod, periodName } from '../periods';
import style from './statements-page.module.css';

type File = readonly [Exclude<StatementFormat, 'json'>, label: string, extension: string];
const PDF: File = ['pdf', 'Download PDF', 'pdf'];
const OTHERS: readonly File[] = [
  ['csv', 'CSV', 'csv'],
  ['xlsx', 'Excel', 'xlsx'],
  ['ofx', 'OFX', 'ofx'],
  ['camt053', 'camt.053', 'xml'],
  ['jsonl', 'JSON lines', 'jsonl'],
  ['journal', 'Journal', 'journal'],
];

/**
 * A statement of the user's movements in a month or a year, with totals for accounting. The period is in the address.
 */
export default function StatementsPage() {
  useTitle('Statements');
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const wallet = params.get('wallet');
  const period = chosenPeriod(params.get('period'), today);
  const { data: known = [] } = useStatementsQuery(wallet);
  const statement = useShown(useStatementQuery({ period, wallet }));
  const choose = (to: string) =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), period: to }));
  const file = ([format, label, extension]: File) => (
    <DownloadButton
      key={format}
      look={format === 'pdf' ? 'filled' : 'subtle'}
      href={`/api/statements/${period}?${new URLSearchParams({ format, ...(wallet ? { wallet } : {}) })}`}
      name={`statement-${period}.${extension}`}
    >
      {label}
    </DownloadButton>
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Statements</h1>
          <p className="dim">
            A statement for each month and each year. <Link to="/activity">Activity</Link> lists everything.
          </p>
        </div>
        <div className={`row compact ${style.actions}`}>
          <div className={style.kind}>
            <Segments
              label="Statement length"
              name="length"
              value={isYear(period) ? 'year' : 'month'}
              options={[
                { value: 'month', label: 'Monthly' },
                { value: 'year', label: 'Yearly' },
              ]}
              onChange={() => choose(otherPeriod(period, known, today))}
            />
          </div>
          <Select
            aria-label="Period"
            className={style.period}
            data={choices(known, period, today)}
            value={period}
            allowDeselect={false}
            onChange={(to) => to && choose(to)}
          />
        </div>
      </div>
      <Shown
        of={statement}
        what={`The statement of ${periodName(period)}`}
        skeleton={<Skeleton height={640} />}
        wayOut={
          <Button size="sm" onClick={() => setParams({ period: monthAt(today) })}>
            Show your own
          </Button>
        }
      >
        {(data) => (
          <>
            <div className={style.files} role="group" aria-label="Download">
              {file(PDF)}
              <Popup
                menu
                button="btn btn-default btn-sm"
                label={
                  <>
                    More formats <IconChevronDown size={16} aria-hidden />
                  </>
                }
              >
                {OTHERS.map(file)}
                <Button
                  look="subtle"
                  size="sm"
                  icon={<IconPrinter size={16} aria-hidden />}
                  onClick={() => window.print()}
                >
                  Print
                </Button>
              </Popup>
            </div>
            <Paper statement={data} />
          </>
        )}
      </Shown>
    </>
  );
}
