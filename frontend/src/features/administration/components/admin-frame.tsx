import { POLLING } from '@tknest/contracts/rules';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { useTitle } from '../../../shared/use-title';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { Tabs } from '../../../shared/ui/tabs/tabs';
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

/** The frame of the admin's pages (REQ-2.2.10.1, REQ-2.2.10.2): title, four summary figures, four tabs. */
export function AdminFrame({
  title,
  actions,
  needs,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** What waits for a person, above the figures. */
  needs?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  const { pathname } = useLocation();
  // A payment opens over the list of transactions.
  const current = pathname.startsWith('/admin/payments/') ? '/admin' : pathname;
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="row">{actions}</div>
      </div>
      {needs}
      <Summary />
      <Tabs label="Administration" current={current} items={TABS} />
      {children}
    </>
  );
}

function Summary() {
  const stats = useShown(usePlatformStatsQuery(undefined, usePolling(POLLING.adminOther)));
  return (
    <div className="admin-strip">
      <Shown of={stats} what="The summary" skeleton={<Skeleton height={80} />}>
        {(data) => (
          <Strip
            figures={[
              ['Total Volume', <Money amount={data.totalVolume} />],
              ['Total Transactions', count(data.totalTransactions)],
              ['Active Properties', count(data.totalProperties)],
              ['Platform Fees', <Money amount={data.totalPlatformFees} />],
            ]}
          />
        )}
      </Shown>
    </div>
  );
}
