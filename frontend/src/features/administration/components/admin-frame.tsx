import { POLLING } from '@tknest/contracts/rules';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTitle } from '../../../shared/use-title';
import { Money } from '../../../shared/ui/money/money';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { Strip } from '../../../shared/ui/strip/strip';
import { ButtonLink } from '../../../shared/ui/button/button';
import { useSessionQuery } from '../../access/api';
import { usePlatformStatsQuery } from '../api';
import '../../../shared/styles/lists.css';
import '../pages/admin.css';

const TABS = [['/admin', 'All Transactions'], ['/admin/properties', 'Properties'], ['/admin/users', 'Users'], ['/admin/analytics', 'Analytics']] as const;

/** The frame of the admin's pages (D2 §2.10): title, four summary figures, four tabs. Others are told whose page this is. */
export function AdminFrame({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useTitle(title);
  const { data: session } = useSessionQuery();
  const allowed = session?.userRole === 'admin' || session?.userRole === 'auditor';
  if (!allowed) return <Empty as="h1" title="This page is for administrators" text="Your wallet is not on the list of administrators. What concerns you is on your dashboard." action={<ButtonLink to="/" look="filled">Go to your dashboard</ButtonLink>} />;
  return (
    <>
      <div className="page-head"><h1>{title}</h1><div className="row">{actions}</div></div>
      <Summary />
      <nav className="tabs" aria-label="Administration">{TABS.map(([to, label]) => <NavLink key={to} to={to} end>{label}</NavLink>)}</nav>
      {children}
    </>
  );
}

function Summary() {
  const { data } = usePlatformStatsQuery(undefined, { pollingInterval: POLLING.adminOther });
  if (!data) return <Skeleton height={80} />;
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
