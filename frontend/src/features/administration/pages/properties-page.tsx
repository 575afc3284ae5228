import { POLLING } from '@tknest/contracts/rules';
import { Facade } from '../../../shared/ui/facade/facade';
import { Money } from '../../../shared/ui/money/money';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { useAllPropertiesQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { Pager, usePages } from '../components/pager';
import { Updated } from '../components/updated';

/** Every listing: what its rent is, what of it is sold (D2 §2.10). */
export default function PropertiesPage() {
  const pages = usePages();
  const { data, error, refetch, fulfilledTimeStamp, isFetching } = useAllPropertiesQuery({ cursor: pages.cursor }, { pollingInterval: POLLING.adminOther });
  return (
    <AdminFrame title="Properties" actions={<Updated at={fulfilledTimeStamp} busy={isFetching} refresh={() => void refetch()} />}>
      {error && <Failed error={error} retry={() => void refetch()} what="The properties" />}
      {!data && !error && <Skeleton height={300} />}
      {data?.rows.length === 0 && <Empty title="No properties yet" text="They appear as soon as a verified landlord lists one." />}
      {data && data.rows.length > 0 && (
        <Table label="Properties" dense>
          <thead><tr><th>Property</th><th className="num">Monthly Rent</th><th className="num">Tokens Issued</th><th className="num">Total Investment</th></tr></thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.id}><td><div className="row"><Facade id={row.id} share={row.tokensIssued / row.tokenCount} width={64} height={44} /><div><strong>{row.name}</strong><div className="dim">{row.address}</div></div></div></td><td className="num" data-label="Monthly Rent"><Money amount={row.monthlyRent} /></td><td className="num" data-label="Tokens Issued">{row.tokensIssued} / {row.tokenCount}</td><td className="num" data-label="Total Investment"><Money amount={row.totalInvestment} /></td></tr>
            ))}
          </tbody>
        </Table>
      )}
      <Pager pages={pages} next={data?.next} />
    </AdminFrame>
  );
}
