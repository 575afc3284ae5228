import { CheckoutRequest } from '@tknest/contracts/api';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { contractResolver } from '../../../../shared/form/contract-resolver';
import { TextField } from '../../../../shared/form/fields';
import { Form } from '../../../../shared/form/form';
import { shortWallet } from '../../../../shared/format/format';
import style from './buy.module.css';

interface Fields {
  walletAddress: string;
}
interface Props {
  /** Of the form, for the button that sends it. */
  id: string;
  /** What the field begins with. */
  begins: string;
  /** The wallet of the session, the only one that can pay. */
  own: string;
  asked(walletAddress: string): object;
  onTyped(walletAddress: string): void;
  /** @returns whether a payment has started */
  onPay(walletAddress: string): Promise<boolean>;
}

/** The paying wallet. */
export default function CheckoutWallet({ id, begins, own, asked, onTyped, onPay }: Props) {
  const { search } = useLocation();
  const form = useForm<Fields>({
    defaultValues: { walletAddress: begins },
    resolver: contractResolver<Fields>(CheckoutRequest, ({ walletAddress }) => asked(walletAddress)),
  });
  const typed = useWatch({ control: form.control, name: 'walletAddress' }).trim();
  useEffect(() => {
    onTyped(typed);
    // Shown wherever the field is empty, because nothing can be paid without a wallet.
    if (typed === '') void form.trigger('walletAddress');
  }, [typed, form]); // eslint-disable-line react-hooks/exhaustive-deps -- says what is typed
  const useOwn = () => form.setValue('walletAddress', own, { shouldDirty: true, shouldValidate: true });
  const pay = async ({ walletAddress }: Fields) => ({ error: !(await onPay(walletAddress)), told: true });
  return (
    <Form id={id} form={form} draft={`checkout:${search}`} onSubmit={pay}>
      <TextField
        name="walletAddress"
        label="XRPL wallet address"
        placeholder="r…"
        autoComplete="off"
        spellCheck={false}
        className={style.mono}
      />
      {typed !== own && (
        <p className="small">
          <button type="button" className="note-way" onClick={useOwn}>
            Use {shortWallet(own)}, the wallet you signed in with
          </button>
        </p>
      )}
    </Form>
  );
}
