import { IconScale, IconScaleOutline } from '@tabler/icons-react';
import type { EscrowView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { rlusd } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { Verdict } from '../../../shared/ui/verdict/verdict';
import { useEscrowQuery } from '../../../shared/payouts/api';
import { PayoutsFrame } from '../components/payouts-frame';

type Account = EscrowView['accounts'][number];

const MEANINGS: Record<string, string> = {
  deposit: 'A landlord’s deposit for repayments',
  run: 'Money of a payout run in progress',
  unclaimed: 'Owed to a holder whose share could not arrive',
  suspense: 'Received without a known purpose; a case decides',
  'fee-payable': 'Fees on their way to the fee wallet',
  float: 'The platform’s own, for manual payouts',
  dust: 'Amounts below six decimals',
  loss: 'Clawed back by the issuer of RLUSD',
};
const COLUMNS: readonly Column<Account>[] = [
  { head: 'Account', cell: ({ name }) => <span className="mono">{name}</span> },
  { head: 'Purpose', label: 'Purpose', cell: ({ name }) => MEANINGS[name.replace(/\/.*/, '')] ?? '' },
  {
    head: 'Balance',
    numeric: true,
    cell: ({ balance }) => <Money amount={balance} six />,
    sortBy: ({ balance }) => balance,
  },
];

/** The payout escrow's books, and its balance on the ledger. */
export default function EscrowPage() {
  const books = useShown(useEscrowQuery(undefined, usePolling(POLLING.adminOther)));
  const none = <Empty title="The escrow is empty" text="The first deposit or repayment fills it." />;
  return (
    <PayoutsFrame title="Escrow books" text="Who owns the money in the escrow." of={books}>
      <Shown of={books} what="The escrow’s books" skeleton={<Skeleton height={240} />} quiet>
        {(view) => (
          <div className="stack">
            <Balance view={view} />
            {view.accounts.length === 0 ? (
              none
            ) : (
              <DataTable
                label="Accounts of the escrow"
                dense
                lines
                columns={COLUMNS}
                rows={view.accounts}
                keyOf={({ name }) => name}
              />
            )}
          </div>
        )}
      </Shown>
    </PayoutsFrame>
  );
}

function Balance({ view: { ledgerBalance, onLedger } }: { view: EscrowView }) {
  const books = `The books hold ${rlusd(ledgerBalance, 'six')} RLUSD`;
  if (onLedger === null)
    return (
      <Verdict tone="dim" icon={<IconScaleOutline size={40} stroke={1.5} />} title="Couldn’t reach the ledger">
        {books}.
      </Verdict>
    );
  const same = onLedger === ledgerBalance;
  return (
    <Verdict
      tone={same ? 'ok' : 'run'}
      icon={same ? <IconScale size={40} stroke={1.5} /> : <IconScaleOutline size={40} stroke={1.5} />}
      title={same ? 'Books and ledger agree' : 'Payments are in progress'}
    >
      {books}, the last validated ledger {rlusd(onLedger, 'six')} RLUSD.
      {!same &&
        ' While payments are being sent, the two differ briefly. If they keep differing, reconciliation opens a case.'}
    </Verdict>
  );
}
