import type { MarketAnalysis, PropertyPerformance } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { propertyName } from '@tknest/contracts/words';
import { useNavigate } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, percent, rlusd } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { Money } from '../../../shared/ui/money/money';
import { More } from '../../../shared/ui/pager/more';
import { Progress } from '../../../shared/ui/progress/progress';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty } from '../../../shared/ui/states/states';
import { Strip } from '../../../shared/ui/strip/strip';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useMarketInfiniteQuery } from '../api';
import style from '../components/recommendations.module.css';
import { HouseStreet, performanceLink } from '../components/house-street';
import { ComparePick, CompareBar } from '../../../shared/properties/compare-pick';
import { RiskPill } from '../../../shared/properties/risk-pill';
import { soldOutWords } from '../../../shared/properties/sold-out-words';
import { RulesFold } from '../components/rules-fold';
import '../../../shared/styles/lists.css';

const HOUSES = 6;
const RISKS = ['low', 'medium', 'high'];

const columnsOf = (all: boolean): readonly Column<PropertyPerformance>[] => {
  const sorted = (by: (row: PropertyPerformance) => string | number) => (all ? { sortBy: by } : {});
  return [
    {
      head: 'Property',
      cell: (row) => (
        <>
          <strong className={style.wrap}>{propertyName(row)}</strong>
          {row.status !== 'open' && (
            <small className={style.below}>{soldOutWords({ ...row, paused: false, tokensAvailable: 0 }).short}</small>
          )}
        </>
      ),
      ...sorted(propertyName),
    },
    {
      head: 'RLUSD per token',
      label: 'RLUSD per token',
      numeric: true,
      cell: ({ tokenPrice }) => <Money amount={tokenPrice} unit={false} />,
      ...sorted(({ tokenPrice }) => tokenPrice),
    },
    {
      head: 'Monthly rent, RLUSD',
      label: 'Monthly rent',
      numeric: true,
      cell: ({ monthlyRent }) => <Money amount={monthlyRent} unit={false} />,
      ...sorted(({ monthlyRent }) => monthlyRent),
    },
    { head: 'Funded', cell: (row) => <Funded {...row} />, ...sorted(({ fundingRate }) => fundingRate) },
    {
      head: 'Expected ROI',
      label: 'Expected ROI',
      numeric: true,
      cell: ({ expectedROI }) => <strong>{percent(expectedROI)}</strong>,
      ...sorted(({ expectedROI }) => expectedROI),
    },
    {
      head: 'Risk',
      cell: ({ riskLevel }) => <RiskPill risk={riskLevel} />,
      ...sorted(({ riskLevel }) => RISKS.indexOf(riskLevel)),
    },
    {
      head: <span className="sr-only">Compare</span>,
      cell: (row) => <ComparePick property={{ id: row.id, name: propertyName(row) }} />,
    },
  ];
};

/** Figures of each property, and of the whole market (REQ-2.2.1.2, REQ-2.2.1.3, Market). */
export default function Market() {
  const query = useMarketInfiniteQuery(undefined, usePolling(POLLING.adminOther));
  const market = useShown(query);
  return (
    <Shown of={market} what="The market analysis" skeleton={<p className="card dim">Loading market analysis...</p>}>
      {({ pages }) => (
        <>
          <Figures {...pages[0]!.analysis} />
          <Performance
            rows={pages.flatMap(({ analysis }) => analysis.propertyPerformance)}
            all={!query.hasNextPage}
            at={market.at}
          />
          <More query={query} />
          <RulesFold />
          <CompareBar />
        </>
      )}
    </Shown>
  );
}

function Figures({ overview, investmentTrends }: MarketAnalysis) {
  const { totalProperties, openProperties, fundedProperties, closedProperties } = overview;
  const kinds = [
    [openProperties, 'open'] as const,
    [fundedProperties, 'fully funded'] as const,
    [closedProperties, 'closed'] as const,
  ]
    .filter(([some]) => some > 0)
    .map(([some, word]) => `${count(some)} ${word}`);
  const figure = (value: React.ReactNode, below: string) => (
    <>
      {value}
      <small className={style.below}>{below}</small>
    </>
  );
  return (
    <div className={style.strip}>
      <Strip
        figures={[
          ['Total Properties', figure(count(totalProperties), kinds.join(', ') || 'none yet')],
          [
            'Avg Funding Rate',
            figure(percent(overview.averageFundingRate), `tokens sold, mean of ${count(totalProperties)}`),
          ],
          ['Active Investors', figure(count(investmentTrends.totalInvestors), 'with at least one token')],
          [
            'Total Volume',
            figure(
              <Money amount={overview.totalTransactionVolume} />,
              `$${rlusd(overview.totalTransactionVolume)} at par`,
            ),
          ],
          ['Avg Investment', figure(<Money amount={investmentTrends.averageInvestmentSize} />, 'per purchase')],
        ]}
      />
    </div>
  );
}

interface Props {
  rows: readonly PropertyPerformance[];
  /** Whether all rows are loaded, so that they can be sorted here. */
  all: boolean;
  at: number | undefined;
}

function Performance({ rows, all, at }: Props) {
  const navigate = useNavigate();
  const open = (row: PropertyPerformance) => void navigate(performanceLink(row));
  if (rows.length === 0)
    return (
      <div className="card">
        <Empty title="No property performance data available" />
      </div>
    );
  return (
    <>
      <HouseStreet rows={rows.slice(0, HOUSES)} />
      <div className={style.performance}>
        <div className="between">
          <h2>Property Performance</h2>
          {at && <span className="small dim">From recorded data, {dayAndTime(new Date(at).toISOString())}</span>}
        </div>
        <DataTable
          label="Property Performance"
          columns={columnsOf(all)}
          rows={rows}
          keyOf={({ id }) => id}
          opens={{ open, nameOf: (row) => `Open ${propertyName(row)}`, to: performanceLink }}
        />
      </div>
    </>
  );
}

function Funded({ fundingRate, ...row }: PropertyPerformance) {
  return (
    <div className={style.funded}>
      <Progress label={`Funded of ${propertyName(row)}`} value={fundingRate} />
      <span>
        {percent(fundingRate)}
        <span className="until-900"> funded</span>
      </span>
    </div>
  );
}
