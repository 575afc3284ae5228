import type { AdminUserView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { Link, useParams } from 'react-router';
import { shownAs } from '../../../shared/api/paging';
import { useFoundSaid } from '../../../shared/ui/live/live';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { day, dayAndTime } from '../../../shared/format/time';
import { wordsOf } from '../../../shared/format/format';
import { lazyPart } from '../../../shared/lazy-part';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Money } from '../../../shared/ui/money/money';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { useAllUsersQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Updated } from '../../../shared/ui/updated/updated';
import { useDrawer } from '../components/use-drawer';
import { searchOf } from '../../../shared/use-list-filters';
import { UserFilters, useUserFilters } from '../components/user-filters';

const PersonDrawer = lazyPart(() => import('../components/person-drawer'));

/** Everybody who has signed in (REQ-2.2.10.9). */
export default function UsersPage() {
  const { wallet } = useParams();
  const drawer = useDrawer('/admin/users', Boolean(wallet));
  const pages = usePages();
  const filters = useUserFilters();
  const asked = { ...filters.value, search: filters.value.search.trim() || undefined, cursor: pages.cursor };
  const page = useShown(useAllUsersQuery(asked, usePolling(POLLING.adminOther)));
  useFoundSaid(JSON.stringify(filters.value), page.data && shownAs(page.data, 'user', 'users'));
  const none = filters.active ? (
    <Empty
      title="No users found"
      text="No users match these filters."
      action={<Button onClick={filters.clear}>Clear filters</Button>}
    />
  ) : (
    <Empty title="No users yet" />
  );
  return (
    <AdminFrame
      title="Users"
      actions={
        <>
          <Updated of={page} />
          <DownloadButton large href={`/api/admin/all-users/export.csv?${searchOf(filters.value)}`} name="users.csv">
            Export
          </DownloadButton>
        </>
      }
    >
      <UserFilters {...filters} />
      <Shown
        of={page}
        what="The users"
        skeleton={<Skeleton height={300} />}
        empty={[({ rows }) => rows.length === 0, none]}
        wayOut={filters.active ? <Button onClick={filters.clear}>Clear filters</Button> : undefined}
        quiet
      >
        {({ rows }) => (
          <div className="cards">
            {rows.map((user) => (
              <Person key={user.id} user={user} onOpen={() => drawer.open(`/admin/users/${user.walletAddress}`)} />
            ))}
          </div>
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
      {wallet && <PersonDrawer key={wallet} wallet={wallet} onClose={drawer.close} />}
    </AdminFrame>
  );
}

function Person({ user, onOpen }: { user: AdminUserView; onOpen(): void }) {
  // Users who do not invest have neither: a dash instead of a zero.
  const invests = user.userType === 'investor' || user.totalInvestments + user.totalEarnings > 0;
  return (
    <article className="card person">
      <div className="between">
        <h2>{wordsOf(user.userType)}</h2>
        <StatusPill status={user.kycStatus} />
      </div>
      <WalletText wallet={user.walletAddress} />
      <Facts>
        <Fact name="Investments">{invests ? <Money amount={user.totalInvestments} /> : '—'}</Fact>
        <Fact name="Earnings">{invests ? <Money amount={user.totalEarnings} /> : '—'}</Fact>
        <Fact name="Last sign-in">
          <time dateTime={user.lastSeen} title={dayAndTime(user.lastSeen)}>
            {day(user.lastSeen)}
          </time>
        </Fact>
      </Facts>
      <div className="row">
        <Button size="sm" aria-label={`View ${user.walletAddress}`} onClick={onOpen}>
          View details
        </Button>
        <Link
          className="btn btn-subtle btn-sm"
          aria-label={`Transactions of ${user.walletAddress}`}
          to={`/admin?search=${user.walletAddress}`}
        >
          Transactions
        </Link>
      </div>
    </article>
  );
}
