import type { AccountBookView, BooksView, MovedKind, UnexplainedView } from '@tknest/contracts/api';
import { count } from '../../../shared/format/format';
import { ACCOUNT_NAMES } from '../../../shared/record/event-sentence';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';

/** Who paid whom, so that each sum says what it sums. */
const PURPOSES: Record<MovedKind, string> = {
  purchase: 'Purchases: investors to landlords',
  direct_payment: 'Direct payments between users',
  refund: 'Refunds: landlords to investors',
  repayment: 'Repayments: landlords to the escrow or the only holder',
  deposit: 'Deposits: landlords to the escrow',
  withdrawal: 'Deposits withdrawn: escrow to landlords',
  rent_share: 'Rent shares: escrow to holders',
  payout: 'Manual and bulk payouts: escrow to wallets',
  fee: 'Fees of payments: users to the fee wallet',
  fee_refund: 'Fees refunded: fee wallet to users',
  run_fee: 'Fees of payout runs: escrow to the fee wallet',
  revenue: 'Revenue withdrawn: fee wallet to the platform’s owner',
  arrival: 'Arrivals outside payments: wallets to the escrow or the fee wallet',
  returned: 'Arrivals returned to their senders',
  clawback: 'Clawed back from the escrow or the fee wallet by the issuer of RLUSD',
};

const MOVED: readonly Column<BooksView['moved'][number]>[] = [
  { head: 'RLUSD moved', cell: ({ kind }) => PURPOSES[kind] },
  {
    head: 'Transactions',
    label: 'Transactions',
    numeric: true,
    cell: ({ transactions }) => count(transactions),
    sortBy: ({ transactions }) => transactions,
  },
  {
    head: 'Delivered',
    label: 'Delivered',
    numeric: true,
    cell: ({ amount }) => <Money amount={amount} six />,
    sortBy: ({ amount }) => amount,
  },
];

/** An amount in the ledger's full precision. */
function InFull({ amount, unit = 'RLUSD' }: { amount: string; unit?: string }) {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const decimals = unit === 'RLUSD' ? fraction.padEnd(2, '0') : fraction;
  return (
    <span className="money">
      {amount.startsWith('-') && '−'}
      {count(Number(whole))}
      {decimals && `.${decimals}`}
      <span className="money-unit">&nbsp;{unit}</span>
    </span>
  );
}

const ACCOUNTS: readonly Column<AccountBookView>[] = [
  {
    head: 'Platform account',
    cell: ({ name, address }) => (
      <>
        <strong>{ACCOUNT_NAMES[name]}</strong>
        <div className="small">
          <WalletText wallet={address} />
        </div>
      </>
    ),
  },
  { head: 'Received', label: 'Received', numeric: true, cell: ({ received }) => <InFull amount={received} /> },
  { head: 'Paid', label: 'Paid', numeric: true, cell: ({ paid }) => <InFull amount={paid} /> },
  {
    head: 'Received less paid',
    label: 'Received less paid',
    numeric: true,
    cell: ({ holds }) => <InFull amount={holds} />,
  },
  {
    head: 'Ledger',
    label: 'Compared to ledger',
    numeric: true,
    cell: ({ comparedTo }) => (comparedTo === null ? 'Not yet' : count(comparedTo)),
  },
];

const UNEXPLAINED: readonly Column<UnexplainedView>[] = [
  { head: 'Not explained', cell: ({ account }) => <strong>{ACCOUNT_NAMES[account]}</strong> },
  { head: 'TX hash', label: 'TX hash', cell: ({ hash }) => <HashText hash={hash} /> },
  { head: 'Ledger', label: 'Ledger', numeric: true, cell: ({ ledgerIndex }) => count(ledgerIndex) },
  {
    head: 'Change',
    label: 'Change',
    numeric: true,
    cell: ({ amount, currency }) => <InFull amount={amount} unit={currency} />,
  },
];

/** What moved and why, and the platform's accounts beside the ledger. */
export function MoneyTables({ books }: { books: BooksView }) {
  return (
    <>
      <h2 className="until-900">RLUSD moved</h2>
      <DataTable
        label="RLUSD moved"
        dense
        columns={MOVED}
        rows={books.moved}
        keyOf={({ kind }) => kind}
        none="No RLUSD had moved yet."
      />
      <h2 className="until-900">Platform accounts</h2>
      <DataTable
        label="Platform accounts"
        dense
        lines
        columns={ACCOUNTS}
        rows={books.accounts}
        keyOf={({ name }) => name}
        none="The platform had no accounts yet."
      />
      <Compared books={books} />
    </>
  );
}

function Compared({ books: { accounts, unexplained, unexplainedCount } }: { books: BooksView }) {
  const reached = accounts.map(({ comparedTo }) => comparedTo ?? 0);
  const to = Math.min(...reached);
  if (unexplainedCount === 0)
    return accounts.length === 0 || to === 0 ? (
      <Note tone="off">The ledger had not been compared with the event log yet.</Note>
    ) : (
      <Note tone="ok">
        Up to ledger {count(to)}, the event log explains every transaction that moved RLUSD or tokens of these accounts.
      </Note>
    );
  return (
    <>
      <Note tone="bad">
        The ledger has {unexplainedCount === 1 ? 'a change' : `${count(unexplainedCount)} changes`} of these accounts
        that the event log does not explain. No figure here includes {unexplainedCount === 1 ? 'it' : 'them'}.
      </Note>
      <DataTable
        label="Not explained"
        dense
        lines
        columns={UNEXPLAINED}
        rows={unexplained}
        keyOf={({ account, hash, counterparty, currency }) => `${account}-${hash}-${counterparty}-${currency}`}
      />
    </>
  );
}
