import type { ActivityView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { ACTIVITY_STATUSES } from '@tknest/contracts/rules';
import { MOVEMENT_NAMES, movementName, propertyName } from '@tknest/contracts/words';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { rowsOf, shownAs } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { exact, withSign, tokens } from '../../../shared/format/format';
import { businessDay, dayAndTime } from '../../../shared/format/time';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Days } from '../../../shared/ui/filters/days';
import { choicesOf, Filters } from '../../../shared/ui/filters/filters';
import { useFoundSaid } from '../../../shared/ui/live/live';
import { Note } from '../../../shared/ui/note/note';
import { More } from '../../../shared/ui/pager/more';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusIcon, StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useListFilters } from '../../../shared/use-list-filters';
import { PageHead } from '../../../shared/page-head';
import { activityApi, useActivityInfiniteQuery } from '../api';
import style from './activity-page.module.css';

const TYPES = choicesOf('All types', MOVEMENT_NAMES);
const STATUSES = choicesOf('Any status', ACTIVITY_STATUSES);
const MASKED = '…';

export const firstData: FirstData = (ask, { search }) =>
  search.size === 0 && ask(activityApi.endpoints.activity.initiate({}));

/** Movements of the user's money and tokens: filters in the URL, CSV of the filtered rows, and links to receipts. */
export default function ActivityPage() {
  const filters = useListFilters(['search', 'type', 'status', 'from', 'to'] as const);
  const [params] = useSearchParams();
  const wallet = params.get('wallet');
  const asked = askedOf(filters.value, wallet);
  const query = useActivityInfiniteQuery(asked);
  const activity = useShown(query);
  const rows = activity.data && rowsOf(activity.data);
  const search = new URLSearchParams(asked).toString();
  const isUnused = rows?.length === 0 && !filters.active;
  useFoundSaid(search, rows && shownAs({ rows, next: query.hasNextPage ? 'more' : null }, 'movement', 'movements'));
  return (
    <>
      <PageHead
        title="Activity"
        text={
          <>
            Every movement of your money and tokens. For totals, see <Link to="/statements">Statements</Link>.
          </>
        }
      >
        {!isUnused && (
          <DownloadButton large href={`/api/activity/export.csv?${search}`} name="activity.csv">
            Export
          </DownloadButton>
        )}
      </PageHead>
      {wallet && (
        <Note tone="off">
          Activity of the wallet <span className="mono">{wallet}</span>.
        </Note>
      )}
      {!isUnused && (
        <div className={style.narrow}>
          <Filters
            of={filters}
            search={{ label: 'Search activity', placeholder: 'Property, hash or wallet' }}
            choices={[
              { name: 'type', label: 'Type', data: TYPES },
              { name: 'status', label: 'Status', data: STATUSES },
            ]}
          />
          <Days of={filters} />
        </div>
      )}
      <Shown
        of={activity}
        what="Your activity"
        skeleton={<Skeleton height={320} />}
        empty={[(data) => rowsOf(data).length === 0, <Nothing key="none" filtered={filters.active} />]}
        wayOut={filters.active ? <Button onClick={filters.clear}>Clear filters</Button> : undefined}
      >
        {(data) => (
          <div className={style.list}>
            <Rows rows={byPayment(rowsOf(data))} all={!query.hasNextPage} />
          </div>
        )}
      </Shown>
      <More query={query} />
    </>
  );
}

function askedOf(value: Record<'search' | 'type' | 'status' | 'from' | 'to', string>, wallet: string | null) {
  const { search, from, to, ...rest } = value;
  const asked = { q: search.trim(), ...rest, from: whole(from), to: whole(to), wallet: wallet ?? '' };
  return Object.fromEntries(Object.entries(asked).filter(([, text]) => text !== '' && text !== 'all'));
}

/** An incomplete day does not filter, because it may still be being typed. */
const whole = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? day : '');

/** A payment's fee and tokens are told in the payment's own row, if that is here. */
function byPayment(rows: readonly ActivityView[]): ActivityView[] {
  const payments = rows.filter(({ type }) => type !== 'fee' && type !== 'issuance');
  const known = new Set(payments.map(({ paymentId }) => paymentId));
  const fees = new Map(payments.map(({ paymentId, fee }) => [paymentId, fee]));
  return rows.filter(({ type, paymentId, amount, direction }) => {
    if (paymentId === null) return true;
    if (type === 'issuance') return !known.has(paymentId);
    if (type !== 'fee' || direction === 'in' || fees.get(paymentId) !== amount) return true;
    // A fee that was paid twice is in its payment once.
    fees.delete(paymentId);
    return false;
  });
}

/** @param all whether all rows are loaded; only then can columns sort them */
function Rows({ rows, all }: { rows: ActivityView[]; all: boolean }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<string | null>(null);
  const sortable = (by: (row: ActivityView) => string | number) => (all ? { sortBy: by } : {});
  const columns: readonly Column<ActivityView>[] = [
    {
      head: 'Date',
      className: 'dim nowrap',
      cell: ({ date }) => <time dateTime={date}>{businessDay(date)}</time>,
      ...sortable(({ date, at }) => `${date} ${at}`),
    },
    {
      head: 'Type',
      cell: (row) => <strong>{movementName(row.type, row.direction)}</strong>,
      ...sortable((row) => movementName(row.type, row.direction)),
    },
    { head: 'Detail', cell: detailOf, ...sortable(detailOf) },
    {
      head: 'Amount',
      numeric: true,
      cell: (row) => <Amount of={row} />,
      ...sortable((row) => (cameToNothing(row) ? 0 : Number(paidOf(row) ?? 0) * (row.direction === 'out' ? -1 : 1))),
    },
    {
      head: 'Status',
      cell: ({ status, ending }) =>
        status === 'completed' ? <StatusIcon status={status} /> : <StatusPill status={ending ?? status} />,
      ...sortable(({ status }) => status),
    },
  ];
  const toggle = ({ id, receipt }: ActivityView) =>
    receipt ? void navigate(receipt) : setOpen((before) => (before === id ? null : id));
  return (
    <DataTable
      label="Activity"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      opens={{
        open: toggle,
        to: ({ receipt }) => receipt,
        nameOf: (row) =>
          `${row.receipt ? 'Receipt of' : 'Details of'} ${movementName(row.type, row.direction)}, ${businessDay(row.date)}`,
      }}
      detail={(row) => row.id === open && <Detail of={row} />}
    />
  );
}

/** The property and its tokens, or the other wallet. */
function detailOf({ property, tokens: held, amount, counterparty }: ActivityView): string {
  const about = property ? propertyName(property) : (counterparty ?? 'Platform');
  return held !== null && amount !== null ? `${about}, ${tokens(held)}` : about;
}

/** A failed payment moved nothing, unless its transaction was validated late. */
const cameToNothing = ({ status, txHash }: ActivityView) => status === 'failed' && txHash === null;

/** What the caller paid or received: the fee on top of a payment that did not fail is part of it. */
const paidOf = ({ amount, fee, direction, type, status }: ActivityView): string | null =>
  amount !== null && fee !== null && direction === 'out' && type !== 'fee' && status !== 'failed'
    ? toDecimal(parseRlusd(amount) + parseRlusd(fee))
    : amount;

/** Without a sign if nothing moved. */
function Amount({ of: row }: { of: ActivityView }) {
  const { amount, direction, tokens: moved, fee, type } = row;
  const paid = paidOf(row);
  if (paid === null) return <span className="nowrap">{`${direction === 'out' ? '−' : '+'}${tokens(moved ?? 0)}`}</span>;
  if (cameToNothing(row))
    return (
      <span className="nowrap dim">
        {exact(amount!)}
        <span className="money-unit">&nbsp;RLUSD</span> not paid
      </span>
    );
  return (
    <span className="nowrap" data-direction={direction}>
      {withSign(direction === 'out' ? `-${paid}` : paid)}
      <span className="money-unit">&nbsp;RLUSD</span>
      {fee && parseRlusd(fee) > 0n && type !== 'fee' && (direction === 'in' || paid !== amount) && (
        <span className={`small dim ${style.fee}`}>
          {direction === 'out' ? 'incl.' : 'after'} {exact(fee)} fee
        </span>
      )}
    </span>
  );
}

/** The details of a row without a receipt. */
function Detail({ of: { at, counterparty, property, txHash } }: { of: ActivityView }) {
  const { data: config } = usePlatformConfigQuery();
  return (
    <Facts sunk>
      <Fact name="Recorded">
        <time dateTime={at}>{dayAndTime(at)}</time>
      </Fact>
      {property && (
        <Fact name="Property">
          <Link to={`/properties/${property.id}`}>{propertyName(property)}</Link>
        </Fact>
      )}
      {counterparty && (
        <Fact name="Other side">
          {counterparty.includes(MASKED) ? (
            <span className="mono">{counterparty}</span>
          ) : (
            <WalletText wallet={counterparty} />
          )}
        </Fact>
      )}
      <Fact name="Transaction">
        <HashText hash={txHash} explorer={config?.explorer} />
      </Fact>
    </Facts>
  );
}

const Nothing = ({ filtered }: { filtered: boolean }) => (
  <div className="card">
    <Empty
      kind={3}
      title={filtered ? 'Nothing found' : 'Nothing yet'}
      text={
        filtered
          ? 'Nothing matches these filters.'
          : 'Purchases, rent shares, repayments and everything else that moves your money or tokens appear here.'
      }
    />
  </div>
);
