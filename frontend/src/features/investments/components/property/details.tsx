import type { LatePaymentView, PropertyDetailsView, PropertyProfileView } from '@tknest/contracts/api';
import { Link, useLocation } from 'react-router';
import { businessDay } from '../../../../shared/format/time';
import { useSessionQuery } from '../../../../shared/session/api';
import { signInFrom } from '../../../../shared/session/identity';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import { StatusPill } from '../../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../../shared/ui/table/data-table';
import style from './property.module.css';
import '../../../../shared/styles/lists.css';

/** Exact address and repayments: for the landlord, the office and verified investors. The server decides. */
export function Details({ profile }: { profile: PropertyProfileView }) {
  return (
    <section className={`card ${style.part}`} aria-labelledby="details">
      <h2 id="details">Address and repayments</h2>
      {profile.details ? <Known details={profile.details} /> : <Restricted />}
    </section>
  );
}

function Restricted() {
  const { data: session } = useSessionQuery();
  const location = useLocation();
  return (
    <Note tone="off">
      Verified investors see the address and late payments here.{' '}
      {!session?.walletAddress ? (
        <Link to={signInFrom(location)}>Sign in</Link>
      ) : (
        session.userRole === 'investor' && <Link to="/kyc?role=investor">Verify your identity</Link>
      )}
    </Note>
  );
}

function Known({ details: { address, loan, latePayments } }: { details: PropertyDetailsView }) {
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
      {loan.nextPaymentDue && <Fact name="Next payment due">{businessDay(loan.nextPaymentDue)}</Fact>}
    </>
  );
}

const COLUMNS: readonly Column<LatePaymentView>[] = [
  { head: 'Due', cell: ({ dueDate }) => <time dateTime={dueDate}>{businessDay(dueDate)}</time> },
  { head: 'Amount', label: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} /> },
  {
    head: 'Status',
    numeric: true,
    cell: ({ paidOn }) =>
      paidOn ? (
        <time dateTime={paidOn}>Paid {businessDay(paidOn)}</time>
      ) : (
        <StatusPill status="in_arrears" word="Overdue" />
      ),
  },
];
