import type { LatePaymentView, PropertyDetailsView } from '@tknest/contracts/api';
import { moveToBusinessDay } from '@tknest/contracts/money';
import { businessDay } from '../../../../shared/format/time';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { StatusPill } from '../../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../../shared/ui/table/data-table';
import style from './property.module.css';
import '../../../../shared/styles/lists.css';

/** The exact address, the loan and its late payments. */
export default function Known({ details: { address, loan, latePayments } }: { details: PropertyDetailsView }) {
  return (
    <>
      <Facts>
        <Fact name="Address">
          <span dir="auto" className={style.text}>
            {address}
          </span>
        </Fact>
        {loan && <Repayments loan={loan} />}
      </Facts>
      {loan && (
        <>
          <h3>Late payments</h3>
          {latePayments.length === 0 ? (
            <p className="small dim">No repayment has been late.</p>
          ) : (
            <DataTable label="Late payments" columns={COLUMNS} rows={latePayments} keyOf={({ dueDate }) => dueDate} />
          )}
        </>
      )}
    </>
  );
}

function Repayments({ loan }: { loan: NonNullable<PropertyDetailsView['loan']> }) {
  return (
    <>
      <Fact name="Loan">
        <Money amount={loan.principal} />
      </Fact>
      <Fact name="Monthly payment">
        <Money amount={loan.monthlyPayment} />
      </Fact>
      <Fact name="Remaining balance">
        <Money amount={loan.remainingBalance} />
      </Fact>
      {loan.arrears > 0 && (
        <Fact name="Overdue">
          <Money amount={loan.arrears} />
        </Fact>
      )}
      {loan.arrears > 0 && loan.nextPaymentDue && <Fact name="Overdue since">{businessDay(loan.nextPaymentDue)}</Fact>}
      {loan.comingDue && <Fact name="Next payment due">{businessDay(loan.comingDue)}</Fact>}
    </>
  );
}

const COLUMNS: readonly Column<LatePaymentView>[] = [
  {
    head: 'Due',
    cell: ({ dueDate }) => {
      const fell = moveToBusinessDay(dueDate);
      return <time dateTime={fell}>{businessDay(fell)}</time>;
    },
  },
  { head: 'Amount', label: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} /> },
  {
    head: 'Status',
    cell: ({ paidOn }) =>
      paidOn ? (
        <time dateTime={paidOn}>Paid {businessDay(paidOn)}</time>
      ) : (
        <StatusPill status="in_arrears" word="Overdue" />
      ),
  },
];
