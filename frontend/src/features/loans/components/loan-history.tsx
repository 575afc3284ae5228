import type { LoanView, PayoutView } from '@tknest/contracts/api';
import { useShown } from '../../../shared/api/use-shown';
import { count, wordsOf } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { usePayoutsQuery } from '../../../shared/payouts/api';
import { periodOf, sourceOf } from '../../../shared/payouts/payout-words';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { Fold } from './fold';

type Repayment = NonNullable<LoanView['paymentHistory']>[number];

const RUNS: readonly Column<PayoutView>[] = [
  { head: 'Period', cell: periodOf },
  { head: 'Source', cell: sourceOf },
  { head: 'Amount', label: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} /> },
  { head: 'Fee', label: 'Fee', numeric: true, cell: ({ fee }) => <Money amount={fee} /> },
  {
    head: 'Holders paid',
    label: 'Holders paid',
    numeric: true,
    cell: ({ settled, lines }) => `${count(settled)} of ${count(lines)}`,
  },
  { head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
];

/** Payments on the loan, and their payouts to the holders. */
export function LoanHistory({ loan }: { loan: LoanView }) {
  const { data: config } = usePlatformConfigQuery();
  const runs = useShown(usePayoutsQuery({ propertyId: loan.propertyId, limit: 12 }));
  const repayments: readonly Column<Repayment>[] = [
    { head: 'Date', cell: ({ date }) => businessDay(date) },
    { head: 'How', cell: ({ source }) => wordsOf(source) },
    { head: 'Amount', label: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} /> },
    { head: 'Interest', label: 'Interest', numeric: true, cell: ({ interest }) => <Money amount={interest} /> },
    { head: 'Principal', label: 'Principal', numeric: true, cell: ({ principal }) => <Money amount={principal} /> },
    { head: 'TX Hash', cell: ({ txHash }) => <HashText hash={txHash} explorer={config?.explorer} /> },
  ];
  const rows = loan.paymentHistory ?? [];
  return (
    <>
      <Fold title="Payments on this loan">
        <DataTable
          label="Repayments"
          dense
          columns={repayments}
          rows={rows}
          keyOf={({ id }) => id}
          none="No payments yet."
        />
      </Fold>
      <Fold title="Payouts to the holders">
        <Shown of={runs} what="The payouts" skeleton={<Skeleton height={120} />}>
          {({ rows: payouts }) => (
            <DataTable
              label="Payouts of this property"
              dense
              columns={RUNS}
              rows={payouts}
              keyOf={({ id }) => id}
              none="The first payment starts the first payout."
            />
          )}
        </Shown>
      </Fold>
    </>
  );
}
