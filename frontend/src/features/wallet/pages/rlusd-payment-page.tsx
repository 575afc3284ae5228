import { DirectPaymentRequest } from '@tknest/contracts/api';
import { PAYMENT, POLLING } from '@tknest/contracts/rules';
import type { MouseEvent } from 'react';
import { useController, useForm, useWatch, type Control } from 'react-hook-form';
import type { FirstData } from '../../../shared/api/first-data';
import { usePolling } from '../../../shared/attention/use-attended';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { FigureField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { rlusd } from '../../../shared/format/format';
import { useStartPayment } from '../../../shared/payments/use-start-payment';
import { useSessionQuery } from '../../../shared/session/api';
import { useAppDispatch } from '../../../shared/store/store';
import { RadioCards } from '../../../shared/ui/radio-cards/radio-cards';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useOwnTrustStatusQuery, walletsApi } from '../../../shared/wallets/api';
import { useTitle } from '../../../shared/use-title';
import { breakdownOf, Breakdown } from '../components/breakdown';
import '../components/wallet.css';

interface Fields {
  amount: string;
  recipientWallet: string;
  memo: string;
  priority: 'standard' | 'fast';
}
const NOTHING: Fields = { amount: '', recipientWallet: '', memo: '', priority: 'standard' };
const FORM = 'send';
/** REQ-2.9.5. */
const PRIORITIES = [
  { value: 'standard', label: 'Standard', text: '2-5 seconds' },
  { value: 'fast', label: 'Fast', text: '1-2 seconds' },
];

const asRequest = ({ amount, recipientWallet, memo, priority }: Fields) => {
  const { fee, total } = breakdownOf(amount) ?? {};
  return {
    recipientWallet: recipientWallet.trim(),
    amount: amount.trim() === '' ? NaN : Number(amount),
    platformFee: fee,
    totalAmount: total,
    ...(memo.trim() ? { memo: memo.trim() } : {}),
    priority,
  };
};

export const firstData: FirstData = (ask) => ask(walletsApi.endpoints.ownTrustStatus.initiate());

/** RLUSD to anybody, with the fee on top (REQ-2.2.9.1, REQ-2.4.1, REQ-2.5.11). */
export default function RlusdPaymentPage() {
  useTitle('Send RLUSD');
  const { data: session } = useSessionQuery();
  return session?.walletAddress ? <Send key={session.walletAddress} /> : null;
}

function Send() {
  const form = useForm<Fields>({
    defaultValues: NOTHING,
    resolver: contractResolver<Fields>(DirectPaymentRequest, asRequest),
  });
  const [amount, memo] = useWatch({ control: form.control, name: ['amount', 'memo'] });
  const { currentData: trust } = useOwnTrustStatusQuery(undefined, usePolling(POLLING.trustStatus));
  const { start, busy } = useStartPayment();
  const dispatch = useAppDispatch();
  const breakdown = breakdownOf(amount);
  const pay = async (values: Fields) => {
    const isStarted = await start('rlusd_payment', { url: 'api/rlusd/process-payment', body: asRequest(values) });
    if (isStarted) form.reset(NOTHING);
    return { error: !isStarted, told: true };
  };
  /** REQ-2.5.12: without a breakdown, and without a line, nothing is sent. */
  const press = (event: MouseEvent) => {
    if (!breakdown)
      dispatch(showToast({ title: 'Calculation Error', text: 'Please enter a valid amount', tone: 'bad' }));
    else if (!trust?.hasTrustLine) {
      event.preventDefault();
      dispatch(showToast({ title: 'Trust Line Required', text: 'Please set up RLUSD trust line first', tone: 'bad' }));
    }
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Send RLUSD</h1>
          <p className="dim">From your wallet to any wallet that can hold it.</p>
        </div>
      </div>
      <div className="wallet-cols">
        <Form form={form} draft="rlusd-payment" id={FORM} className="card stack" onSubmit={pay}>
          <FigureField
            name="amount"
            label="Amount"
            suffix=" RLUSD"
            decimalScale={6}
            hideControls
            className="wallet-amount"
            description={<Range available={trust?.hasTrustLine ? trust.balance : null} />}
          />
          <TextField name="recipientWallet" label="Recipient wallet" placeholder="r…" className="wallet-mono" />
          <TextField
            name="memo"
            label="Memo (optional)"
            maxLength={PAYMENT.direct.memoMax}
            description={`Public on the ledger forever. ${memo.length} of ${PAYMENT.direct.memoMax} characters`}
          />
          <Priority control={form.control} />
        </Form>
        <Breakdown breakdown={breakdown} trust={trust} busy={busy} form={FORM} onPay={press} />
      </div>
    </>
  );
}

const Range = ({ available }: { available: number | null }) => (
  <span className="between">
    <span>Between 0.01 and 1,000,000 RLUSD</span>
    {available !== null && <strong className="wallet-available">Available {rlusd(available, 'six')}</strong>}
  </span>
);

function Priority({ control }: { control: Control<Fields> }) {
  const { field } = useController({ control, name: 'priority' });
  return (
    <div className="wallet-priority">
      <p className="wallet-label" aria-hidden>
        Priority
      </p>
      <RadioCards label="Priority" name="priority" value={field.value} options={PRIORITIES} onChange={field.onChange} />
    </div>
  );
}
