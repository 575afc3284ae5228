import { POLLING } from '@tknest/contracts/rules';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTitle } from '../../../shared/use-title';
import { Money } from '../../../shared/ui/money/money';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { Strip } from '../../../shared/ui/strip/strip';
import { usePlatformStatsQuery } from '../api';
import '../../../shared/styles/lists.css';
import '../pages/admin.css';

const TABS = [
  ['/admin', 'All Transactions'],
  ['/admin/properties', 'Properties'],
  ['/admin/users', 'Users'],
  ['/admin/analytics', 'Analytics'],
] as const;

/** The frame of the admin's pages (D2 §2.10): title, four summary figures, four tabs. */
export function AdminFrame({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useTitle(title);
  const { pathname } = useLocation();
  // A payment is looked at over the list of transactions.
  const current = pathname.startsWith('/admin/payments/') ? '/admin' : pathname;
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="row">{actions}</div>
      </div>
      <Summary />
      <nav className="tabs" aria-label="Administration">
        {TABS.map(([to, label]) => (
          <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}

function Summary() {
  const { data, error, refetch } = usePlatformStatsQuery(undefined, { pollingInterval: POLLING.adminOther });
  if (!data)
    return (
      <div className="admin-strip">
        {error ? <Failed error={error} retry={() => void refetch()} what="The summary" /> : <Skeleton height={80} />}
      </div>
    );
  return (
    <div className="admin-strip">
      <Strip
        figures={[
          ['Total Volume', <Money amount={data.totalVolume} />],
          ['Total Transactions', data.totalTransactions.toLocaleString('en-US')],
          ['Active Properties', data.totalProperties.toLocaleString('en-US')],
          ['Platform Fees', <Money amount={data.totalPlatformFees} />],
        ]}
      />
    </div>
  );
}
