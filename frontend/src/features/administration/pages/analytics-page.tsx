import { POLLING } from '@tknest/contracts/rules';
import { Money } from '../../../shared/ui/money/money';
import { Skeleton } from '../../../shared/ui/states/states';
import { usePlatformStatsQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';

export default function AnalyticsPage() {
  const { data } = usePlatformStatsQuery(undefined, { pollingInterval: POLLING.adminOther });
  return (
    <AdminFrame title="Analytics">
      {!data ? <Skeleton height={200} /> : (
        <dl className="cards">
          <div className="card"><dt className="dim small">Active Investments</dt><dd className="figure">{data.activeInvestments}</dd></div>
          <div className="card"><dt className="dim small">Completed Payouts</dt><dd className="figure">{data.completedPayouts}</dd></div>
          <div className="card"><dt className="dim small">Monthly Growth</dt><dd className="figure">{data.monthlyGrowth.toFixed(1)}%</dd></div>
          <div className="card"><dt className="dim small">Total Platform Fees</dt><dd className="figure"><Money amount={data.totalPlatformFees} /></dd></div>
          <div className="card"><dt className="dim small">Average Transaction</dt><dd className="figure"><Money amount={data.totalTransactions > 0 ? Math.round((data.totalVolume / data.totalTransactions) * 100) / 100 : 0} /></dd></div>
        </dl>
      )}
    </AdminFrame>
  );
}
