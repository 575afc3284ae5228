import { LISTS } from '@tknest/contracts/rules';
import { tokens } from '../../../shared/format/format';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { useSessionQuery } from '../../access/api';
import { useParticipationsQuery } from '../../payments/api';

/** The five latest purchases of the owner's tokens (D1 §2), in a strip that scrolls sideways. */
export function RecentInvestments() {
  const { data: session } = useSessionQuery();
  const { data } = useParticipationsQuery();
  // Who looks at this view as an investor has bought from others; nobody has bought from them.
  const recent = (data ?? [])
    .filter(({ tokenHolderId }) => tokenHolderId !== session?.walletAddress)
    .slice(0, LISTS.recentInvestments);
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">Recent Property Investments</h2>
      {data && recent.length === 0 && <p className="dim recent-none">No recent investments yet</p>}
      {recent.length > 0 && (
        <div className="recent" tabIndex={0} role="region" aria-label="Recent property investments">
          {recent.map((row) => (
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
      )}
    </section>
  );
}
