import { DepositRequest, type LoanView } from '@tknest/contracts/api';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { once } from '../../../shared/api/intent';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { FigureField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { rlusd } from '../../../shared/format/format';
import { useStartPayment } from '../../../shared/payments/use-start-payment';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/later/dialogs';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useWithdrawDepositMutation } from '../api';
import { amountOf, withdrawableOf } from '../payback';
import { useFilled } from '../use-payback';
import style from '../pages/payback-page.module.css';

/** A form for an amount of the deposit, which both calls take. */
const useAmount = ({ propertyId }: LoanView, amount: string) => {
  const asRequest = (fields: { amount: string }) => ({ propertyId, amount: Number(fields.amount) });
  const resolver = contractResolver<{ amount: string }>(DepositRequest, asRequest);
  return { form: useForm({ defaultValues: { amount }, resolver }), asRequest };
};

interface Props {
  loan: LoanView;
  onBegun(): void;
}

/** Depositing and withdrawing. */
export default function DepositForm({ loan, onBegun }: Props) {
  const { form, asRequest } = useAmount(loan, '');
  useFilled(form, { onBegun });
  const [withdrawing, setWithdrawing] = useState(false);
  const { start, busy } = useStartPayment();
  const typed = useWatch({ control: form.control, name: 'amount' });
  const some = amountOf(withdrawableOf(loan.deposit)) !== null;
  const pay = async (values: { amount: string }) => {
    const started = await start('deposit', { url: 'api/rlusd/deposit', body: asRequest(values) });
    if (started) form.reset();
    return { error: !started, told: true };
  };
  return (
    <>
      <Form form={form} draft={`deposit:${loan.propertyId}`} className={style.inline} onSubmit={pay}>
        <FigureField name="amount" label="Amount to deposit" suffix=" RLUSD" min={0} decimalScale={2} hideControls />
        <Button type="submit" busy={busy} unavailable={amountOf(typed) === null}>
          Deposit
        </Button>
        <Button look="subtle" unavailable={!some} onClick={() => setWithdrawing(some)}>
          Withdraw deposit
        </Button>
      </Form>
      {withdrawing && <Withdraw loan={loan} onClose={() => setWithdrawing(false)} />}
    </>
  );
}

function Withdraw({ loan, onClose }: { loan: LoanView; onClose(): void }) {
  const { form, asRequest } = useAmount(loan, withdrawableOf(loan.deposit));
  const [withdraw] = useWithdrawDepositMutation();
  const dispatch = useAppDispatch();
  const submit = async (values: { amount: string }) => {
    const wish = asRequest(values);
    const { error } = await once(['withdraw-deposit', wish], (key) => withdraw({ ...wish, key }));
    if (error) return { error };
    const text = `${rlusd(wish.amount)} RLUSD is on its way to your wallet.`;
    dispatch(showToast({ title: 'Withdrawal started', text, tone: 'ok' }));
    onClose();
    return {};
  };
  return (
    <Modal title="Withdraw from the deposit?" onClose={onClose} narrow>
      <Form form={form} draft={null} className="stack" onSubmit={submit} fallback="Couldn’t withdraw the deposit">
        <div>
          <p>It goes to your own wallet. Amounts in arrears or reserved for a due date stay.</p>
          <FigureField name="amount" label="Amount" suffix=" RLUSD" decimalScale={2} hideControls />
        </div>
        <div className="row end">
          <Button onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            Withdraw
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
