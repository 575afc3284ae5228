import type { TransactionView } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { Link } from 'react-router';
import { tokens } from '../../../shared/format/format';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { rowsOf } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { useSessionQuery } from '../../../shared/session/api';
import { Shown } from '../../../shared/ui/shown/shown';

/** The five latest purchases of the landlord's tokens (REQ-1.2.21), in a horizontally scrolling strip. */
export function RecentInvestments() {
  const { data: session } = useSessionQuery();
  const purchases = useShown(usePurchasesInfiniteQuery({}));
  return (
    <section>
      <div className="between">
        <h2 id="recent">Recent Property Investments</h2>
        <Link to="/activity">All activity</Link>
      </div>
      <Shown of={purchases} what="Recent investments" skeleton={null}>
        {(data) => {
          // In this view, an investor's session has bought from others, but nobody has bought from it.
          const recent = rowsOf(data)
            .filter(({ tokenHolderId }) => tokenHolderId !== session?.walletAddress)
            .slice(0, LISTS.recentInvestments);
          return recent.length === 0 ? (
            <p className="dim recent-none">No recent investments yet</p>
          ) : (
            <Recent rows={recent} />
          );
        }}
      </Shown>
    </section>
  );
}

function Recent({ rows }: { rows: readonly TransactionView[] }) {
  return (
    <div className="recent" tabIndex={0} role="region" aria-label="Recent property investments">
      {rows.map((row) => (
        <div className="card" key={row.id}>
          <div className="between">
            <strong>{row.propertyName}</strong>
            <span className="small dim">{tokens(row.tokensPurchased)}</span>
          </div>
          <div className="between">
            <WalletText wallet={row.tokenHolderId} />
            <strong>
              <Money amount={row.totalCost} />
            </strong>
          </div>
        </div>
      ))}
    </div>
  );
}
