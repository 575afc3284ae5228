import { POLLING } from '@tknest/contracts/rules';
import { Facade } from '../../../shared/ui/facade/facade';
import { Money } from '../../../shared/ui/money/money';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { useAllPropertiesQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';

export default function PropertiesPage() {
  const { data, error, refetch } = useAllPropertiesQuery({}, { pollingInterval: POLLING.adminOther });
  return (
    <AdminFrame title="Properties">
      {error && <Failed error={error} retry={() => void refetch()} what="The properties" />}
      {!data && !error && <Skeleton height={300} />}
      {data?.rows.length === 0 && <Empty title="No properties yet" text="They appear as soon as a verified landlord lists one." />}
      {data && data.rows.length > 0 && (
        <div className="table-wrap dense" tabIndex={0} role="region" aria-label="Properties">
          <table>
            <thead><tr><th>Property</th><th className="num">Monthly Rent</th><th className="num">Tokens Issued</th><th className="num">Total Investment</th></tr></thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}><td><div className="row"><Facade id={row.id} share={row.tokensIssued / row.tokenCount} width={64} height={44} /><div><strong>{row.name}</strong><div className="dim">{row.address}</div></div></div></td><td className="num"><Money amount={row.monthlyRent} /></td><td className="num">{row.tokensIssued} / {row.tokenCount}</td><td className="num"><Money amount={row.totalInvestment} /></td></tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </AdminFrame>
  );
}
