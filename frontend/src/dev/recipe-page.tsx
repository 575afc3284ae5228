import { DirectPaymentRequest, type PaymentView } from '@tknest/contracts/api';
import { feeOf, parseRlusd, toNumber } from '@tknest/contracts/money';
import { FEES_BPS, PAYMENT } from '@tknest/contracts/rules';
import { useForm, useWatch } from 'react-hook-form';
import { useShown } from '../shared/api/use-shown';
import { contractResolver } from '../shared/form/contract-resolver';
import { FigureField, TextField } from '../shared/form/fields';
import { Form } from '../shared/form/form';
import { dayAndTime } from '../shared/format/time';
import { useOpenPaymentsQuery } from '../shared/payments/api';
import { rateOf } from '../shared/payments/payment-kinds';
import { useStartPayment } from '../shared/payments/use-start-payment';
import { useSessionQuery } from '../shared/session/api';
import { Button } from '../shared/ui/button/button';
import { WalletText } from '../shared/ui/copyable/copyable';
import { Money } from '../shared/ui/money/money';
import { Shown } from '../shared/ui/shown/shown';
import { Split } from '../shared/ui/split/split';
import { Empty, Skeleton } from '../shared/ui/states/states';
import { StatusPill } from '../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../shared/ui/table/data-table';
import { useTitle } from '../shared/use-title';
import '../shared/styles/lists.css';

const EMPTY = { recipientWallet: '', amount: '', memo: '' };
/** The request made from the fields' values, which the contract class validates. */
const asRequest = ({ amount, memo, ...to }: typeof EMPTY) => ({
  ...to,
  amount: Number(amount),
  memo: memo || undefined,
});
const feeOn = (amount: number) => toNumber(feeOf(parseRlusd(amount.toFixed(6)), FEES_BPS.directPayment));

const COLUMNS: readonly Column<PaymentView>[] = [
  { head: 'To', cell: ({ payee }) => <WalletText wallet={payee} /> },
  { head: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} six /> },
  { head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
  { head: 'Since', label: 'Since', numeric: true, cell: ({ createdAt }) => dayAndTime(createdAt) },
];

/** Sends RLUSD to anybody: a form, a payment, and the list of payments in progress. */
export default function RecipePage() {
  useTitle('Send RLUSD');
  const { data: session } = useSessionQuery();
  return session ? <Send key={session.walletAddress} /> : null;
}

function Send() {
  const form = useForm({ defaultValues: EMPTY, resolver: contractResolver(DirectPaymentRequest, asRequest) });
  const amount = Number(useWatch({ control: form.control, name: 'amount' })) || 0;
  const { start, busy } = useStartPayment();
  const pay = async (values: typeof EMPTY) => {
    const call = { url: 'api/rlusd/process-payment', body: asRequest(values) };
    return { error: !(await start('rlusd_payment', call)), told: true };
  };
  return (
    <>
      <h1>Send RLUSD</h1>
      <Form form={form} draft="recipe" className="card stack" onSubmit={pay}>
        <TextField name="recipientWallet" label="Recipient" placeholder="r…" />
        <FigureField name="amount" label="Amount" suffix=" RLUSD" decimalScale={6} hideControls />
        <TextField name="memo" label="Memo" maxLength={PAYMENT.direct.memoMax} description="Public on the ledger" />
        <Split amount={amount} fee={feeOn(amount)} feeName={`Platform fee, ${rateOf(FEES_BPS.directPayment)}`} />
        <Button type="submit" look="filled" size="lg" busy={busy}>
          Send
        </Button>
      </Form>
      <UnderWay />
    </>
  );
}

function UnderWay() {
  const payments = useShown(useOpenPaymentsQuery());
  const none = <Empty title="Nothing under way" text="What you send appears here until it has arrived." />;
  return (
    <Shown
      of={payments}
      what="Your payments"
      skeleton={<Skeleton height={120} />}
      empty={[(rows) => rows.length === 0, none]}
    >
      {(rows) => <DataTable label="Payments under way" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />}
    </Shown>
  );
}
