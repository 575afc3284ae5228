import type { BooksView } from '@tknest/contracts/api';
import { Fragment, useState } from 'react';
import { count, tokens as tokensOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Strip } from '../../../shared/ui/strip/strip';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { useBooksQuery } from '../api';
import { pollingOf, type Moment } from '../moment';

const more = (listed: number, all: number) =>
  all > listed ? (
    <p className="small dim books-more">
      The first {count(listed)} of {count(all)}.
    </p>
  ) : null;

/** Registers and balances at the chosen moment, computed from the log. */
export function BooksCard({ books, moment }: { books: BooksView; moment: Moment }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <section className="stack books" aria-label="Books at this moment">
      <Strip
        figures={[
          ['TKNEST issued', count(books.tokensIssued)],
          ['Paid to owners', <Money amount={books.principal} six />],
          ['Fees received', <Money amount={books.fees} six />],
          ['Open payments', count(books.openPayments)],
        ]}
      />
      <Table label="Registers" dense lines>
        <thead>
          <tr>
            <th>Register</th>
            <th className="num">Sold</th>
            <th className="num">Reserved</th>
            <th className="num">Holders</th>
            <th>Status</th>
            <th>
              <span className="sr-only">Holders</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {books.properties.length === 0 && (
            <tr>
              <td colSpan={6} className="dim">
                No property had been listed yet.
              </td>
            </tr>
          )}
          {books.properties.map((one) => (
            <Fragment key={one.id}>
              <tr>
                <td>
                  <strong>{one.name}</strong>
                </td>
                <td className="num nowrap" data-label="Sold">
                  {count(one.tokensSold)} / {count(one.tokenCount)}
                </td>
                <td className="num" data-label="Reserved">
                  {count(one.tokensReserved)}
                </td>
                <td className="num" data-label="Holders">
                  {count(one.holders)}
                </td>
                <td>
                  <StatusPill status={one.status} />
                </td>
                <td>
                  <Button
                    look="subtle"
                    size="sm"
                    aria-expanded={open === one.id}
                    aria-label={`Holders of ${one.name}`}
                    onClick={() => setOpen(open === one.id ? null : one.id)}
                  >
                    {open === one.id ? 'Hide' : 'Show'}
                  </Button>
                </td>
              </tr>
              {open === one.id && (
                <tr>
                  <td colSpan={6} className="holders">
                    <Holders property={one.id} name={one.name} moment={moment} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </Table>
      {more(books.properties.length, books.propertiesCount)}
      <Table label="Balances" dense lines>
        <thead>
          <tr>
            <th>Wallet</th>
            <th className="num">Paid</th>
            <th className="num">Received</th>
            <th className="num">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {books.wallets.length === 0 && (
            <tr>
              <td colSpan={4} className="dim">
                Nobody had paid anything yet.
              </td>
            </tr>
          )}
          {books.wallets.map(({ wallet, paid, received, tokens }) => (
            <tr key={wallet}>
              <td>
                <WalletText wallet={wallet} />
              </td>
              <td className="num" data-label="Paid">
                <Money amount={paid} six />
              </td>
              <td className="num" data-label="Received">
                <Money amount={received} six />
              </td>
              <td className="num" data-label="Tokens">
                {count(tokens)}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {more(books.wallets.length, books.walletsCount)}
    </section>
  );
}

/**
 * Who held how many tokens of a property. A call of its own: at another moment there may have been no such property.
 */
function Holders({ property, name, moment }: { property: number; name: string; moment: Moment }) {
  const { data, error, refetch } = useBooksQuery({ ...moment, property }, pollingOf(moment));
  if (!data)
    return error ? <Failed error={error} retry={() => void refetch()} what="The register" /> : <Skeleton height={24} />;
  const holders = data.register ?? [];
  return (
    <section aria-label={`Holders of ${name}`}>
      {holders.length === 0 ? (
        <p className="dim">Nobody held a token of it yet.</p>
      ) : (
        <ul>
          {holders.map(({ wallet, tokens }) => (
            <li key={wallet} className="between">
              <WalletText wallet={wallet} />
              <span>{tokensOf(tokens)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
