import type { BooksView } from '@tknest/contracts/api';
import { useState } from 'react';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, tokens as tokensOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Strip } from '../../../shared/ui/strip/strip';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useBooksQuery } from '../api';
import { pollingOf, type Moment } from '../moment';
import { MoneyTables } from './money-tables';

const more = (listed: number, all: number) =>
  all > listed ? (
    <p className="small dim books-more">
      The first {count(listed)} of {count(all)}.
    </p>
  ) : null;

type Register = BooksView['properties'][number];
const registers = (open: number | null, setOpen: (id: number | null) => void): readonly Column<Register>[] => [
  { head: 'Register', cell: ({ name }) => <strong>{name}</strong>, sortBy: ({ name }) => name },
  {
    head: 'Sold',
    label: 'Sold',
    numeric: true,
    className: 'nowrap',
    cell: (one) => `${count(one.tokensSold)} / ${count(one.tokenCount)}`,
    sortBy: ({ tokensSold }) => tokensSold,
  },
  {
    head: 'Reserved',
    label: 'Reserved',
    numeric: true,
    cell: ({ tokensReserved }) => count(tokensReserved),
    sortBy: ({ tokensReserved }) => tokensReserved,
  },
  {
    head: 'Holders',
    label: 'Holders',
    numeric: true,
    cell: ({ holders }) => count(holders),
    sortBy: ({ holders }) => holders,
  },
  { head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
  {
    head: <span className="sr-only">Holders</span>,
    cell: ({ id, name }) => (
      <Button
        look="subtle"
        size="sm"
        aria-expanded={open === id}
        aria-label={`Holders of ${name}`}
        onClick={() => setOpen(open === id ? null : id)}
      >
        {open === id ? 'Hide' : 'Show'}
      </Button>
    ),
  },
];

/** Sums of what validated ledgers moved through the platform. */
const WALLETS: readonly Column<BooksView['wallets'][number]>[] = [
  { head: 'Wallet', cell: ({ wallet }) => <WalletText wallet={wallet} /> },
  {
    head: 'Paid',
    label: 'Paid',
    numeric: true,
    cell: ({ paid }) => <Money amount={paid} six />,
    sortBy: ({ paid }) => paid,
  },
  {
    head: 'Received',
    label: 'Received',
    numeric: true,
    cell: ({ received }) => <Money amount={received} six />,
    sortBy: ({ received }) => received,
  },
  {
    head: 'Tokens',
    label: 'Tokens',
    numeric: true,
    cell: ({ tokens }) => count(tokens),
    sortBy: ({ tokens }) => tokens,
  },
];

/** Registers and balances at the chosen time, computed from the log. */
export function BooksCard({ books, moment }: { books: BooksView; moment: Moment }) {
  const [open, setOpen] = useState<number | null>(null);
  const purchases = books.moved.find(({ kind }) => kind === 'purchase')?.amount ?? 0;
  return (
    <section className="stack books" aria-label="Books at this moment">
      <Strip
        figures={[
          ['TKNEST in circulation', count(books.tokensIssued)],
          ['Paid for purchases', <Money amount={purchases} six />],
          ['Fees less refunds', <Money amount={books.fees} six />],
          ['Open payments', count(books.openPayments)],
        ]}
      />
      <MoneyTables books={books} />
      <h2 className="until-900">Registers</h2>
      <DataTable
        label="Registers"
        dense
        lines
        columns={registers(open, setOpen)}
        rows={books.properties}
        keyOf={({ id }) => id}
        none="No properties had been listed yet."
        detail={({ id, name }) => open === id && <Holders property={id} name={name} moment={moment} />}
      />
      {more(books.properties.length, books.propertiesCount)}
      <h2 className="until-900">Wallets</h2>
      <DataTable
        label="Wallets"
        dense
        lines
        columns={WALLETS}
        rows={books.wallets}
        keyOf={({ wallet }) => wallet}
        none="No payments had been made yet."
      />
      {more(books.wallets.length, books.walletsCount)}
    </section>
  );
}

/** The holders of a property's tokens. A separate call, because at another time the property may not have existed. */
function Holders({ property, name, moment }: { property: number; name: string; moment: Moment }) {
  const { pollingInterval } = pollingOf(moment);
  const shown = useShown(useBooksQuery({ ...moment, property }, usePolling(pollingInterval)));
  return (
    <section aria-label={`Holders of ${name}`} className="holders">
      <Shown of={shown} what="The register" skeleton={<Skeleton height={24} />}>
        {({ register }) => <HolderList holders={register ?? []} />}
      </Shown>
    </section>
  );
}

function HolderList({ holders }: { holders: NonNullable<BooksView['register']> }) {
  if (holders.length === 0) return <p className="dim">It had no token holders yet.</p>;
  return (
    <ul>
      {holders.map(({ wallet, tokens }) => (
        <li key={wallet} className="between">
          <WalletText wallet={wallet} />
          <span>{tokensOf(tokens)}</span>
        </li>
      ))}
    </ul>
  );
}
