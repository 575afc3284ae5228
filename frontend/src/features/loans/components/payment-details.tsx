import { IconWallet } from '@tabler/icons-react';
import type { LoanView } from '@tknest/contracts/api';
import { FEES_BPS, PAYMENT } from '@tknest/contracts/rules';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { resolveWith, type Problems } from '../../../shared/form/contract-resolver';
import { FigureField, SegmentsField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { rlusd } from '../../../shared/format/format';
import { monthOf } from '../../../shared/format/time';
import { rateOf } from '../../../shared/payments/payment-kinds';
import { usePaymentWaiting } from '../../../shared/payments/use-payment-waiting';
import { useStartPayment } from '../../../shared/payments/use-start-payment';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Split } from '../../../shared/ui/split/split';
import type { EarlyPrincipal } from '@tknest/contracts/money';
import { amountOf, balanceAfter, breakdownOf, dueOf, endAfter } from '../payback';
import { useFilled, type Filled } from '../use-payback';
import style from '../pages/payback-page.module.css';

interface Fields {
  amount: string;
  investorWallet: string;
  earlyPrincipal: EarlyPrincipal;
}
interface Props {
  loan: LoanView;
  landlord: string;
  /** The payee, unless another one is typed. */
  escrow: string;
  filled: Filled;
  onBegun(): void;
  onWallet(investorWallet: string): void;
}

/** The amount, the payee, the costs and the effect on the loan (REQ-2.2.6.1, REQ-2.5.9, REQ-2.9.2). */
export default function PaymentDetails({ loan, landlord, escrow, filled, onBegun, onWallet }: Props) {
  const { start, busy } = useStartPayment();
  const waiting = usePaymentWaiting();
  const problemsIn = ({ amount, investorWallet }: Fields): Problems => ({
    ...problemOf(amount, loan.minimumRepayment ?? PAYMENT.payback.min),
    ...(investorWallet.trim() === '' && { investorWallet: 'Investor wallet is required' }),
  });
  const form = useForm<Fields>({
    mode: 'onChange',
    defaultValues: { amount: String(PAYMENT.payback.default), investorWallet: escrow, earlyPrincipal: 'term' },
    resolver: resolveWith(problemsIn),
  });
  useFilled(form, { filled, onBegun });
  const values = useWatch({ control: form.control }) as Fields;
  const { investorWallet: payee } = values;
  // From the form: what it kept from before a reload is already there, and not in `payee` yet.
  useEffect(() => onWallet(form.getValues('investorWallet')), [payee]); // eslint-disable-line react-hooks/exhaustive-deps -- says what is typed
  const setAmount = (value: string) => form.setValue('amount', value, { shouldDirty: true, shouldValidate: true });
  const typed = amountOf(values.amount);
  const amount = typed ?? 0;
  const parts = breakdownOf(amount);
  const early = amount > dueOf(loan);
  const end = endAfter(loan, amount, values.earlyPrincipal);
  const pay = async ({ investorWallet, earlyPrincipal }: Fields) => {
    const body = {
      propertyId: loan.propertyId,
      landlordWallet: landlord,
      investorWallet: investorWallet.trim(),
      ...(early ? { earlyPrincipal } : {}),
      paybackAmount: amount,
      platformFee: parts.fee,
      totalAmount: parts.total,
      type: 'loan_payback',
    };
    const started = await start('principal_payback', { url: 'api/rlusd/payback', body });
    if (started) form.reset();
    return { error: !started, told: true };
  };
  return (
    <Form form={form} draft={`payback:${loan.propertyId}`} className="stack" onSubmit={pay}>
      <h2 id="details">Payment details</h2>
      <FigureField
        name="amount"
        label="Amount"
        suffix=" RLUSD"
        step={PAYMENT.payback.step}
        min={0}
        decimalScale={2}
        onChange={setAmount}
      />
      <TextField
        name="investorWallet"
        label="Investor wallet"
        description="The payout escrow divides it among all holders"
        classNames={{ input: 'mono' }}
      />
      {early && (
        <SegmentsField
          name="earlyPrincipal"
          label="Amounts paid early"
          options={[
            { value: 'term', label: 'Shortens the term' },
            { value: 'instalment', label: 'Lowers the installment' },
          ]}
        />
      )}
      <Split
        amount={parts.amount}
        fee={parts.fee}
        name="To the investor"
        feeName={`Platform fee, ${rateOf(FEES_BPS.loanPayback)}`}
      />
      <dl className={style.after}>
        <div>
          <dt className="small dim">Balance after</dt>
          <dd>
            <Money amount={balanceAfter(loan, amount)} />
          </dd>
        </div>
        <div>
          <dt className="small dim">Ends</dt>
          <dd>{end ? monthOf(end) : 'With this payment'}</dd>
        </div>
      </dl>
      {loan.quote && typed !== null && typed >= loan.quote.amount && (
        <Note tone="ok">
          It closes the loan: {rlusd(loan.quote.amount)} RLUSD is owed today. Anything above that goes to your deposit.
        </Note>
      )}
      <Button
        type="submit"
        look="filled"
        size="lg"
        wide
        busy={busy}
        unavailable={waiting !== null || Object.keys(problemsIn(values)).length > 0}
        icon={<IconWallet size={20} aria-hidden />}
      >
        Pay {rlusd(parts.total)} RLUSD
      </Button>
      {waiting && <p className="small dim">{waiting}</p>}
    </Form>
  );
}

function problemOf(typed: string, minimum: number): Problems {
  const amount = amountOf(typed);
  if (typed === '') return { amount: 'Amount is required' };
  if (amount === null) return { amount: 'Amounts have at most 2 decimals' };
  return amount < minimum ? { amount: `The minimum payment is ${rlusd(minimum)} RLUSD` } : {};
}
