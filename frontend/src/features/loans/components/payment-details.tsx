import { IconWallet } from '@tabler/icons-react';
import type { LoanRecommendation, LoanView } from '@tknest/contracts/api';
import { FEES_BPS, PAYMENT } from '@tknest/contracts/rules';
import { rlusd } from '../../../shared/format/format';
import { monthOf } from '../../../shared/format/time';
import { rateOf } from '../../../shared/payments/payment-kinds';
import { useStartPayment } from '../../../shared/payments/use-start-payment';
import { Button } from '../../../shared/ui/button/button';
import { NumberField, TextInput } from '../../../shared/ui/inputs/inputs';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Segments } from '../../../shared/ui/segments/segments';
import { Split } from '../../../shared/ui/split/split';
import { amountOf, balanceAfter, breakdownOf, dueOf, endAfter } from '../payback';
import type { Payback } from '../use-payback';
import style from '../pages/payback-page.module.css';

interface Props {
  loan: LoanView;
  landlord: string;
  form: Payback;
  chosen: LoanRecommendation | null;
}

/** The amount, the payee, the costs and the effect on the loan (D2 §2.6, §5, §9). */
export function PaymentDetails({ loan, landlord, form, chosen }: Props) {
  const { start, busy } = useStartPayment();
  const amount = amountOf(form.amount);
  const minimum = loan.minimumRepayment ?? PAYMENT.payback.min;
  const problem = problemOf(form.amount, amount, minimum);
  const parts = breakdownOf(amount ?? 0);
  const early = amount !== null && amount > dueOf(loan);
  const end = endAfter(loan, amount ?? 0, form.earlyPrincipal === 'term');
  const unavailable = Boolean(problem) || form.investorWallet.trim() === '';
  const pay = async () => {
    if (amount === null) return;
    const common = {
      propertyId: loan.propertyId,
      landlordWallet: landlord,
      investorWallet: form.investorWallet.trim(),
      ...(early ? { earlyPrincipal: form.earlyPrincipal } : {}),
    };
    const call = chosen
      ? { url: 'api/loan/payment', body: { ...common, paymentAmount: amount } }
      : {
          url: 'api/rlusd/payback',
          body: {
            ...common,
            paybackAmount: amount,
            platformFee: parts.fee,
            totalAmount: parts.total,
            type: 'loan_payback',
          },
        };
    if (await start('principal_payback', call)) form.forget();
  };
  return (
    <section className={`card stack ${style.details}`} aria-labelledby="details">
      <h2 id="details">Payment details</h2>
      <NumberField
        label="Amount"
        suffix=" RLUSD"
        value={form.amount}
        step={PAYMENT.payback.step}
        min={0}
        decimalScale={2}
        error={form.amount === '' ? undefined : problem}
        onChange={(value) => form.setAmount(String(value))}
      />
      <TextInput
        label="Investor wallet"
        description="The payout escrow divides it among all holders"
        classNames={{ input: 'mono' }}
        value={form.investorWallet}
        error={form.investorWallet.trim() === '' ? 'Investor wallet is required' : undefined}
        onChange={(event) => form.setInvestorWallet(event.currentTarget.value)}
      />
      {early && (
        <Segments
          label="Amounts paid early"
          name="early"
          value={form.earlyPrincipal}
          options={[
            { value: 'term', label: 'Shortens the term' },
            { value: 'instalment', label: 'Lowers the installment' },
          ]}
          onChange={(value) => form.setEarlyPrincipal(value as 'term' | 'instalment')}
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
          <dt className="small dim">Balance after (about)</dt>
          <dd>
            <Money amount={balanceAfter(loan, amount ?? 0)} />
          </dd>
        </div>
        <div>
          <dt className="small dim">Ends</dt>
          <dd>{end ? monthOf(end) : 'With this payment'}</dd>
        </div>
      </dl>
      {loan.quote && amount !== null && amount >= loan.quote.amount && (
        <Note tone="ok">
          It closes the loan: {rlusd(loan.quote.amount)} RLUSD is owed today. Anything above that goes to your deposit.
        </Note>
      )}
      <Button
        look="filled"
        size="lg"
        wide
        busy={busy}
        unavailable={unavailable}
        icon={<IconWallet size={20} aria-hidden />}
        onClick={() => !unavailable && void pay()}
      >
        {`Pay ${rlusd(parts.total)} RLUSD`}
      </Button>
    </section>
  );
}

function problemOf(typed: string, amount: number | null, minimum: number): string | undefined {
  if (typed === '') return 'Amount is required';
  if (amount === null) return 'Amounts have at most 2 decimals';
  return amount < minimum ? `The minimum payment is ${rlusd(minimum)} RLUSD` : undefined;
}
