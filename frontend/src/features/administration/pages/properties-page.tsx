import { IconChevronRight } from '@tabler/icons-react';
import { POLLING } from '@tknest/contracts/rules';
import { Link, useNavigate } from 'react-router';
import { count, percent } from '../../../shared/format/format';
import { Facade } from '../../../shared/ui/facade/facade';
import { Money } from '../../../shared/ui/money/money';
import { Progress } from '../../../shared/ui/progress/progress';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { useAllPropertiesQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Updated } from '../components/updated';

/** What was paid for a property: the log's search knows its name. */
const transactionsOf = (name: string) => `/admin?search=${encodeURIComponent(name)}`;

/** Every listing: what its rent is, what of it is sold (D2 §2.10). */
export default function PropertiesPage() {
  const navigate = useNavigate();
  const pages = usePages();
  const { data, error, refetch, fulfilledTimeStamp, isFetching } = useAllPropertiesQuery(
    { cursor: pages.cursor },
    { pollingInterval: POLLING.adminOther },
  );
  return (
    <AdminFrame
      title="Properties"
      actions={
        <Updated at={fulfilledTimeStamp} busy={isFetching} failed={Boolean(error)} refresh={() => void refetch()} />
      }
    >
      {error && !data && <Failed error={error} retry={() => void refetch()} what="The properties" />}
      {!data && !error && <Skeleton height={300} />}
      {data?.rows.length === 0 && (
        <Empty title="No properties yet" text="They appear as soon as a verified landlord lists one." />
      )}
      {data && data.rows.length > 0 && (
        <div className="properties">
          <Table label="Properties" dense>
            <thead>
              <tr>
                <th>Property</th>
                <th className="num">Monthly Rent</th>
                <th>Tokens Issued</th>
                <th className="num">Total Investment</th>
                <th>
                  <span className="sr-only">Open</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => {
                const share = (100 * row.tokensIssued) / row.tokenCount;
                return (
                  <tr key={row.id} data-opens onClick={() => void navigate(transactionsOf(row.name))}>
                    <td>
                      <div className="row">
                        <span className="mini-house">
                          <Facade id={row.id} share={share / 100} width={64} height={40} />
                        </span>
                        <div>
                          <strong>{row.name}</strong>
                          <div className="dim">{row.address}</div>
                        </div>
                      </div>
                    </td>
                    <td className="num" data-label="Monthly Rent">
                      <Money amount={row.monthlyRent} />
                    </td>
                    <td>
                      <div className="between">
                        <span>
                          <strong>
                            {count(row.tokensIssued)} / {count(row.tokenCount)}
                          </strong>
                          <span className="until-900"> tokens</span>
                        </span>
                        <span className="dim">{percent(share)}</span>
                      </div>
                      <Progress label={`Tokens issued of ${row.name}`} value={share} />
                    </td>
                    <td className="num" data-label="Total Investment">
                      <strong>
                        <Money amount={row.totalInvestment} />
                      </strong>
                    </td>
                    <td>
                      <Link
                        className="btn btn-subtle btn-sm"
                        aria-label={`Transactions of ${row.name}`}
                        to={transactionsOf(row.name)}
                        onClick={(event) => event.stopPropagation()}
                      >
                        <IconChevronRight size={16} aria-hidden />
                      </Link>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </div>
      )}
      <Pager pages={pages} next={data?.next} />
    </AdminFrame>
  );
}
