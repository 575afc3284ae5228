import type { MonthView, PlatformStatsView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useShown, type Shown as ShownState } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, percent, rlusd } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useGrowthQuery, usePlatformStatsQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { GrowthChart, HoldersChart } from '../components/growth-chart';
import { Updated } from '../../../shared/ui/updated/updated';

/** How the platform grows (REQ-2.2.10.10, Analytics tab). */
export default function AnalyticsPage() {
  const every = usePolling(POLLING.adminOther);
  const stats = useShown(usePlatformStatsQuery(undefined, every));
  const growth = useShown(useGrowthQuery(undefined, every));
  const both: ShownState<Figures> = {
    data: stats.data && growth.data && { stats: stats.data, months: growth.data },
    error: stats.error ?? growth.error,
    stale: stats.stale || growth.stale,
    busy: stats.busy || growth.busy,
    at: stats.at,
    retry: () => [stats, growth].forEach(({ retry }) => retry()),
  };
  return (
    <AdminFrame title="Analytics" actions={<Updated of={both} />}>
      <Shown of={both} what="The figures" skeleton={<Skeleton height={320} />} quiet>
        {(figures) => <Growth {...figures} />}
      </Shown>
    </AdminFrame>
  );
}

interface Figures {
  stats: PlatformStatsView;
  months: MonthView[];
}

function Growth({ stats, months }: Figures) {
  const average = stats.totalTransactions > 0 ? stats.totalVolume / stats.totalTransactions : 0;
  return (
    <div className="analytics">
      <section className="card" aria-labelledby="growth">
        <h2 id="growth" className="growth-name">
          Monthly Growth
        </h2>
        <p className="growth-figure">
          {stats.growsFromNothing
            ? 'New'
            : `${stats.monthlyGrowth > 0 ? '+' : ''}${percent(stats.monthlyGrowth).replace('-', '−')}`}
        </p>
        <div className="between small dim growth-key">
          <span>
            {stats.growsFromNothing
              ? 'Nothing was paid in the 30 days before the last 30'
              : 'The last 30 days compared with the 30 days before'}
          </span>
          <span className="nowrap">
            <i data-of="in" />
            Purchases and repayments
          </span>
          <span className="nowrap">
            <i data-of="out" />
            Payouts to investors
          </span>
        </div>
        <GrowthChart months={months} />
      </section>
      <div className="stack">
        <div className="card stack">
          <dl className="analytics-figures">
            <div>
              <dt>Active Investments</dt>
              <dd>{count(stats.activeInvestments)}</dd>
            </div>
            <div>
              <dt>Completed Payouts</dt>
              <dd>{count(stats.completedPayouts)}</dd>
            </div>
            <div>
              <dt>Total Platform Fees</dt>
              <dd>
                <Money amount={stats.totalPlatformFees} />
              </dd>
            </div>
            <div>
              <dt>Average Transaction</dt>
              <dd>
                <Money amount={Math.round(average * 100) / 100} />
              </dd>
            </div>
          </dl>
          <p className="small dim">
            Average: volume divided by transaction count, {rlusd(stats.totalVolume)} / {count(stats.totalTransactions)}.
          </p>
        </div>
        <section className="card" aria-labelledby="holders">
          <div className="between">
            <h2 id="holders">Token holders</h2>
            <span className="figure">{months.at(-1)?.holders ?? 0}</span>
          </div>
          <HoldersChart months={months} />
        </section>
      </div>
    </div>
  );
}
