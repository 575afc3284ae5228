import type { AdminUserView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
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
import { Segments } from '../../../shared/ui/segments/segments';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { USERS_AS } from '../../../shared/storage/keys';
import { usePhone } from '../../../shared/use-phone';
import { administrationApi, useAllUsersQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Updated } from '../../../shared/ui/updated/updated';
import { useDrawer } from '../components/use-drawer';
import { searchOf } from '../../../shared/use-list-filters';
import { UserFilters, useUserFilters } from '../components/user-filters';

const PersonDrawer = lazyPart(() => import('../components/person-drawer'));

const SHOWN_AS = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
];
const COLUMNS: readonly Column<AdminUserView>[] = [
  { head: 'Wallet', cell: ({ walletAddress }) => <WalletText wallet={walletAddress} /> },
  { head: 'Type', cell: ({ userType }) => wordsOf(userType) },
  { head: 'KYC status', cell: (user) => <Verification user={user} /> },
  { head: 'Investments', numeric: true, cell: (user) => ofInvestor(user, user.totalInvestments) },
  { head: 'Earnings', numeric: true, cell: (user) => ofInvestor(user, user.totalEarnings) },
  { head: 'Last sign-in', className: 'dim nowrap', cell: (user) => <LastSeen user={user} /> },
  { head: <span className="sr-only">Transactions</span>, cell: (user) => <Transactions user={user} /> },
];

const OFFICERS: ReadonlySet<string> = new Set(['admin', 'auditor', 'compliance']);

/** Without filters. */
const ALL = { type: 'all', kyc: 'all', sort: 'all' };

export const firstData: FirstData = (ask, { search }) =>
  Promise.all([
    search.size === 0 && ask(administrationApi.endpoints.allUsers.initiate(ALL)),
    ask(administrationApi.endpoints.platformStats.initiate()),
  ]);

/** Everybody who has signed in (REQ-2.2.10.9). */
export default function UsersPage() {
  const { wallet } = useParams();
  const drawer = useDrawer('/admin/users', Boolean(wallet));
  const pages = usePages();
  const filters = useUserFilters();
  const phone = usePhone();
  const chosen = useSyncExternalStore(USERS_AS.subscribe, USERS_AS.read);
  const asTable = !phone && chosen !== 'cards';
  const open = ({ walletAddress }: AdminUserView) => drawer.open(`/admin/users/${walletAddress}`);
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
          {!phone && (
            <div className="users-as">
              <Segments
                label="Show as"
                name="users-as"
                value={asTable ? 'table' : 'cards'}
                options={SHOWN_AS}
                onChange={(to) => USERS_AS.write(to === 'cards' ? to : null)}
              />
            </div>
          )}
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
        {({ rows }) =>
          asTable ? (
            <DataTable
              label="Users"
              dense
              columns={COLUMNS}
              rows={rows}
              keyOf={({ id }) => id}
              opens={{ open, nameOf: ({ walletAddress }) => `View ${walletAddress}` }}
            />
          ) : (
            <div className="cards">
              {rows.map((user) => (
                <Person key={user.id} user={user} onOpen={() => open(user)} />
              ))}
            </div>
          )
        }
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
      {wallet && <PersonDrawer key={wallet} wallet={wallet} onClose={drawer.close} />}
    </AdminFrame>
  );
}

/** Nobody asks officers for a verification. */
const Verification = ({ user: { userType, kycStatus } }: { user: AdminUserView }) =>
  OFFICERS.has(userType) && kycStatus === 'not_started' ? (
    <span className="small dim">Not required</span>
  ) : (
    <StatusPill status={kycStatus} />
  );

function Person({ user, onOpen }: { user: AdminUserView; onOpen(): void }) {
  return (
    <article className="card person">
      <div className="between">
        <h2>{wordsOf(user.userType)}</h2>
        <Verification user={user} />
      </div>
      <WalletText wallet={user.walletAddress} />
      <Facts>
        <Fact name="Investments">{ofInvestor(user, user.totalInvestments)}</Fact>
        <Fact name="Earnings">{ofInvestor(user, user.totalEarnings)}</Fact>
        <Fact name="Last sign-in">
          <LastSeen user={user} />
        </Fact>
      </Facts>
      <div className="row">
        <Button size="sm" aria-label={`View ${user.walletAddress}`} onClick={onOpen}>
          View details
        </Button>
        <Transactions user={user} />
      </div>
    </article>
  );
}

/** Users who do not invest have neither investments nor earnings: a dash instead of a zero. */
const ofInvestor = ({ userType, totalInvestments, totalEarnings }: AdminUserView, amount: number) =>
  userType === 'investor' || totalInvestments + totalEarnings > 0 ? <Money amount={amount} /> : '—';

const LastSeen = ({ user: { lastSeen } }: { user: AdminUserView }) => (
  <time dateTime={lastSeen} title={dayAndTime(lastSeen)}>
    {day(lastSeen)}
  </time>
);

const Transactions = ({ user: { walletAddress } }: { user: AdminUserView }) => (
  <Link
    className="btn btn-subtle btn-sm"
    aria-label={`Transactions of ${walletAddress}`}
    to={`/admin?search=${walletAddress}`}
    onClick={(event) => event.stopPropagation()}
  >
    Transactions
  </Link>
);
