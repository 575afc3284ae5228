import { POLLING } from '@tknest/contracts/rules';
import { wordsOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { useAllUsersQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Updated } from '../components/updated';
import { UserFilters, useUserFilters } from '../components/user-filters';

/** Everybody who has signed in (D2 §2.10). */
export default function UsersPage() {
  const pages = usePages();
  const filters = useUserFilters();
  const {
    data: last,
    currentData,
    error,
    refetch,
    fulfilledTimeStamp,
    isFetching,
  } = useAllUsersQuery(
    { ...filters.value, search: filters.value.search.trim() || undefined, cursor: pages.cursor },
    { pollingInterval: POLLING.adminOther },
  );
  // Who was asked for last stays while the next question is asked, not where it failed.
  const data = currentData ?? (error ? undefined : last);
  return (
    <AdminFrame
      title="Users"
      actions={
        <Updated at={fulfilledTimeStamp} busy={isFetching} failed={Boolean(error)} refresh={() => void refetch()} />
      }
    >
      <UserFilters {...filters} />
      {error && !data && <Failed error={error} retry={() => void refetch()} what="The users" />}
      {!data && !error && <Skeleton height={300} />}
      {data?.rows.length === 0 &&
        (filters.active ? (
          <Empty
            title="Nobody found"
            text="Nobody matches these filters."
            action={<Button onClick={filters.clear}>Clear filters</Button>}
          />
        ) : (
          <Empty title="Nobody has signed in yet" />
        ))}
      <div className="cards" aria-busy={!currentData}>
        {data?.rows.map((user) => {
          // Who does not invest has neither: a dash, not a zero.
          const invests = user.userType === 'investor' || user.totalInvestments + user.totalEarnings > 0;
          return (
            <article className="card person" key={user.id}>
              <div className="between">
                <h2>{wordsOf(user.userType)}</h2>
                <StatusPill status={user.kycStatus} />
              </div>
              <WalletText wallet={user.walletAddress} />
              <dl>
                <div className="between">
                  <dt>Investments</dt>
                  <dd>{invests ? <Money amount={user.totalInvestments} /> : '—'}</dd>
                </div>
                <div className="between">
                  <dt>Earnings</dt>
                  <dd>{invests ? <Money amount={user.totalEarnings} /> : '—'}</dd>
                </div>
              </dl>
            </article>
          );
        })}
      </div>
      <Pager pages={pages} next={data?.next} />
    </AdminFrame>
  );
}
