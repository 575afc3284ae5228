import type { BooksView } from '@tknest/contracts/api';
import { count } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Strip } from '../../../shared/ui/strip/strip';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Table } from '../../../shared/ui/table/table';

const more = (listed: number, all: number) => (all > listed ? <p className="small dim books-more">The first {count(listed)} of {count(all)}.</p> : null);

/** Registers and balances at the chosen moment, computed from the log. */
export function BooksCard({ books, open, onOpen }: { books: BooksView; open: number | null; onOpen(property: number | null): void }) {
  return (
    <section className="stack books" aria-label="Books at this moment">
      <Strip figures={[['TKNEST issued', count(books.tokensIssued)], ['Paid to owners', <Money amount={books.principal} six />], ['Fees received', <Money amount={books.fees} six />], ['Open payments', count(books.openPayments)]]} />
      <Table label="Registers" dense lines>
        <thead><tr><th>Register</th><th className="num">Sold</th><th className="num">Reserved</th><th className="num">Holders</th><th>Status</th><th><span className="sr-only">Holders</span></th></tr></thead>
        <tbody>
          {books.properties.length === 0 && <tr><td colSpan={6} className="dim">No property had been listed yet.</td></tr>}
          {books.properties.map((one) => (
            <tr key={one.id}>
              <td><strong>{one.name}</strong></td><td className="num" data-label="Sold">{count(one.tokensSold)} / {count(one.tokenCount)}</td><td className="num" data-label="Reserved">{count(one.tokensReserved)}</td><td className="num" data-label="Holders">{count(one.holders)}</td><td><StatusPill status={one.status} /></td>
              <td><Button look="subtle" size="sm" aria-expanded={open === one.id} aria-label={`Holders of ${one.name}`} onClick={() => onOpen(open === one.id ? null : one.id)}>{open === one.id ? 'Hide' : 'Show'}</Button></td>
            </tr>
          ))}
        </tbody>
      </Table>
      {more(books.properties.length, books.propertiesCount)}
      {open !== null && books.register && (
        <Table label={`Holders of ${books.properties.find(({ id }) => id === open)?.name ?? 'the property'}`} dense>
          <thead><tr><th>Holder</th><th className="num">Tokens</th></tr></thead>
          <tbody>{books.register.length === 0 ? <tr><td colSpan={2} className="dim">Nobody held a token of it yet.</td></tr> : books.register.map(({ wallet, tokens }) => <tr key={wallet}><td><WalletText wallet={wallet} /></td><td className="num">{count(tokens)}</td></tr>)}</tbody>
        </Table>
      )}
      <Table label="Balances" dense lines>
        <thead><tr><th>Wallet</th><th className="num">Paid</th><th className="num">Received</th><th className="num">Tokens</th></tr></thead>
        <tbody>
          {books.wallets.length === 0 && <tr><td colSpan={4} className="dim">Nobody had paid anything yet.</td></tr>}
          {books.wallets.map(({ wallet, paid, received, tokens }) => <tr key={wallet}><td><WalletText wallet={wallet} /></td><td className="num" data-label="Paid"><Money amount={paid} six /></td><td className="num" data-label="Received"><Money amount={received} six /></td><td className="num" data-label="Tokens">{count(tokens)}</td></tr>)}
        </tbody>
      </Table>
      {more(books.wallets.length, books.walletsCount)}
    </section>
  );
}
