import type { PortfolioView, PositionView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { useShown } from '../../../shared/api/use-shown';
import { percent, rlusd, sumOf } from '../../../shared/format/format';
import { portfolioApi, usePortfolioQuery } from '../../../shared/portfolio/api';
import { ButtonLink } from '../../../shared/ui/button/button';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Money } from '../../../shared/ui/money/money';
import { ShareKey, Shares } from '../../../shared/ui/progress/progress';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Strip } from '../../../shared/ui/strip/strip';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { PageHead } from '../../../shared/page-head';
import { IncomeChart } from '../components/income-chart';
import '../../../shared/styles/lists.css';
import style from './portfolio-page.module.css';

const RATE_DIGITS = 1;
/** Above this share, one property dominates the portfolio. */
const LARGE = 0.5;
const rate = (irr: number | null) => (irr === null ? '—' : percent(irr * 100, RATE_DIGITS).replace('-', '−'));

export const firstData: FirstData = (ask) => ask(portfolioApi.endpoints.portfolio.initiate());

/** The user's holdings, their past and future income, and the concentration in one property. */
export default function PortfolioPage() {
  const portfolio = useShown(usePortfolioQuery());
  return (
    <>
      <PageHead title="Portfolio" text="What you hold, what it has paid, and what is still due.">
        {portfolio.data && portfolio.data.positions.length > 0 && (
          <DownloadButton href="/api/portfolio/export.csv" name="portfolio.csv" large>
            Export
          </DownloadButton>
        )}
      </PageHead>
      <Shown
        of={portfolio}
        what="Your portfolio"
        skeleton={
          <div className="stack">
            <Skeleton height={92} />
            <Skeleton height={320} />
            <Skeleton height={200} />
          </div>
        }
        empty={[({ positions }) => positions.length === 0, <Nothing key="none" />]}
      >
        {(data) => <Portfolio own={data} />}
      </Shown>
    </>
  );
}

const Nothing = () => (
  <Empty
    title="No tokens yet"
    text="Your positions, their income and what is still due appear here."
    action={
      <ButtonLink to="/?role=investor" look="filled">
        Browse properties
      </ButtonLink>
    }
  />
);

function Portfolio({ own }: { own: PortfolioView }) {
  const { positions, income, concentration } = own;
  const total = (of: (one: PositionView) => number | null) => sumOf(...positions.map((one) => of(one) ?? 0));
  const arrears = total((one) => one.arrears);
  const late = positions.filter((one) => one.arrears > 0);
  const fees = total((one) => sumOf(one.interest, one.principal, -one.received));
  return (
    <>
      <div className={style.figures}>
        <Strip
          figures={[
            ['Put in, with fees', <Money key="p" amount={total((one) => one.cost)} />],
            [
              'Received, after fees',
              <span key="r">
                <Money amount={total((one) => one.received)} />
                <small>
                  {rlusd(total((one) => one.interest))} interest, {rlusd(total((one) => one.principal))} principal
                  {fees > 0 && `, less ${rlusd(fees)} fees`}
                </small>
              </span>,
            ],
            ['Still due, before fees', <Money key="d" amount={total((one) => one.stillDue)} />],
            ['Overdue', <Money key="o" amount={arrears} className={arrears > 0 ? 'in-bad' : ''} />],
          ]}
        />
      </div>
      <p className={`small dim ${style.rate}`}>
        <InWords own={own} />
      </p>
      {late.map(({ propertyId, name, arrears: overdue }) => (
        <div className={style.late} key={propertyId}>
          <Note tone="wait">
            {name} is in arrears: {rlusd(overdue)} RLUSD of your share is overdue.{' '}
            <Link to={`/properties/${propertyId}`} aria-label={`View property ${name}`}>
              View property
            </Link>
          </Note>
        </div>
      ))}
      <div className={style.columns}>
        <section className="card" aria-labelledby="income">
          <h2 id="income">Income by month, before fees</h2>
          <p className={`small dim ${style.key}`}>
            <span>
              <i data-of="principal" />
              Returned principal
            </span>
            <span>
              <i data-of="interest" />
              Interest
            </span>
            <span>
              <i className={style.scheduled} />
              Scheduled
            </span>
          </p>
          <IncomeChart income={income} />
        </section>
        <Concentration concentration={concentration} />
      </div>
      <section className={style.positions}>
        <h2>Positions</h2>
        <DataTable label="Positions" lines columns={COLUMNS} rows={positions} keyOf={({ propertyId }) => propertyId} />
      </section>
    </>
  );
}

/** The rate so far; in the first year the one to be expected, because the fee of a purchase is then most of it. */
function InWords({ own: { irr, expected } }: { own: PortfolioView }) {
  if (irr !== null)
    return (
      <>
        <strong>{rate(irr)} a year</strong> (IRR): what you received and what is outstanding, for what you put in, after
        fees.
      </>
    );
  if (expected === null) return 'The expected return appears once a sale has closed and its loan has begun.';
  return (
    <>
      Expected if everything is paid: <strong className={style.estimate}>about {rate(expected)} a year</strong>, after
      fees. Sales that are still open are not included. The rate so far (IRR) appears after twelve months.
    </>
  );
}

/** The rate of a position: so far, or marked as an estimate. */
function Rate({ of: { irr, expected } }: { of: PositionView }) {
  if (irr !== null || expected === null) return rate(irr);
  return (
    <span className={style.estimate}>
      {rate(expected)} <span className="xsmall dim">expected</span>
    </span>
  );
}

function Concentration({ concentration }: Pick<PortfolioView, 'concentration'>) {
  const [largest] = concentration;
  return (
    <section className="card" aria-labelledby="concentration">
      <h2 id="concentration">Concentration</h2>
      {largest ? (
        <>
          <p className={`small dim ${style.key}`}>
            {largest.share > LARGE && concentration.length > 1
              ? `More than half is in ${largest.name}.`
              : concentration.length === 1
                ? `All of it is in ${largest.name}.`
                : `The largest share is ${percent(largest.share * 100, RATE_DIGITS)}.`}
          </p>
          <Shares parts={concentration.map(({ share }) => share)} />
          <ul className={style.list}>
            {concentration.map(({ propertyId, name, outstanding, share }, index) => (
              <li key={propertyId}>
                <span>
                  <ShareKey index={index} />
                  <Link to={`/properties/${propertyId}`}>{name}</Link>
                </span>
                <span>
                  <Money amount={outstanding} /> <span className="dim">{percent(share * 100, RATE_DIGITS)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="small dim">Nothing is outstanding.</p>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<PositionView>[] = [
  {
    head: 'Property',
    cell: ({ propertyId, name, loanStatus }) => (
      <span>
        <Link to={`/properties/${propertyId}`}>{name}</Link>
        <br />
        <StatusPill status={loanStatus ?? 'open'} />
      </span>
    ),
  },
  { head: 'Tokens', label: 'Tokens', numeric: true, cell: ({ tokens }) => tokens, sortBy: ({ tokens }) => tokens },
  {
    head: 'Face value',
    label: 'Face value',
    numeric: true,
    cell: ({ valueAtPar }) => <Money amount={valueAtPar} />,
    sortBy: ({ valueAtPar }) => valueAtPar,
  },
  {
    head: 'Received',
    label: 'Received',
    numeric: true,
    cell: ({ received }) => <Money amount={received} />,
    sortBy: ({ received }) => received,
  },
  {
    head: 'Still due',
    label: 'Still due',
    numeric: true,
    cell: ({ stillDue }) =>
      stillDue === null ? <span className="dim">After the sale</span> : <Money amount={stillDue} />,
    sortBy: ({ stillDue }) => stillDue ?? 0,
  },
  {
    head: 'In arrears',
    label: 'In arrears',
    numeric: true,
    cell: ({ arrears }) =>
      arrears > 0 ? <Money amount={arrears} className="in-bad" /> : <span className="dim">—</span>,
    sortBy: ({ arrears }) => arrears,
  },
  {
    head: 'Return a year',
    label: 'Return a year',
    numeric: true,
    cell: (one) => <Rate of={one} />,
    sortBy: ({ irr, expected }) => irr ?? expected ?? -1,
  },
  {
    head: 'Annual yield, incl. principal',
    label: 'Annual yield, incl. principal',
    numeric: true,
    cell: ({ annualYield }) => percent(annualYield, RATE_DIGITS),
    sortBy: ({ annualYield }) => annualYield,
  },
];
