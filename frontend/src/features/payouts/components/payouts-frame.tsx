import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Shown } from '../../../shared/api/use-shown';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { Updated } from '../../../shared/ui/updated/updated';
import { PageHead } from '../../../shared/page-head';
import '../../../shared/styles/lists.css';

const TABS = [
  ['/admin/payouts', 'Runs'],
  ['/admin/payouts/unclaimed', 'Unclaimed'],
  ['/admin/escrow', 'Escrow books'],
  ['/admin/revenue', 'Revenue'],
] as const;

/** The frame of the payout pages: runs, unclaimed shares, the escrow's books, and revenue. */
export function PayoutsFrame({
  title,
  text,
  of,
  actions,
  children,
}: {
  title: string;
  text: string;
  of: Omit<Shown<unknown>, 'data'>;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={title} text={text}>
        <Updated of={of} />
        {actions}
      </PageHead>
      <Tabs label="Payouts" current={pathname} items={TABS} />
      {children}
    </>
  );
}
