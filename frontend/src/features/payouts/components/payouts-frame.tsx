import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Shown } from '../../../shared/api/use-shown';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { Updated } from '../../../shared/ui/updated/updated';
import { useTitle } from '../../../shared/use-title';
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
  useTitle(title);
  const { pathname } = useLocation();
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          <p className="dim">{text}</p>
        </div>
        <div className="row">
          <Updated of={of} />
          {actions}
        </div>
      </div>
      <Tabs label="Payouts" current={pathname} items={TABS} />
      {children}
    </>
  );
}
