import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { PaymentView } from '@tknest/contracts/api';
import { messageOf } from '../../../shared/api/problem';
import { rlusd, shortWallet, tokens } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useRefundMutation, useRefundsDueQuery } from '../api';
import { usePaymentDialog } from './payment-pill';

/**
 * What reached an owner after its purchase had ended: no tokens were issued for it, so the owner is asked to pay it
 * back, and signs that.
 */
export function RefundsDue() {
  const { data = [] } = useRefundsDueQuery();
  return data.map((payment) => (
    <div className="refund-due" key={payment.id}>
      <RefundDue payment={payment} />
    </div>
  ));
}

function RefundDue({ payment }: { payment: PaymentView }) {
  const [refund, { isLoading }] = useRefundMutation();
  const { open } = usePaymentDialog();
  const dispatch = useDispatch();
  const key = useRef(crypto.randomUUID());
  const underWay = payment.refund?.status === 'pending' || payment.refund?.status === 'processing';
  const pay = async () => {
    const result = await refund({ paymentId: payment.id, key: key.current });
    key.current = crypto.randomUUID();
    if (result.error)
      return dispatch(
        showToast({
          title: 'Payment Failed',
          text: messageOf(result.error, 'The refund could not be started'),
          tone: 'bad',
        }),
      );
    open(result.data.paymentId);
  };
  return (
    <Note tone="wait">
      {rlusd(payment.amount)} RLUSD from <span className="mono">{shortWallet(payment.payer)}</span> reached you after
      its purchase{payment.tokens ? ` of ${tokens(payment.tokens)}` : ''}
      {payment.propertyName ? ` of ${payment.propertyName}` : ''} had ended. No tokens were issued for it: please pay it
      back.{' '}
      {underWay ? (
        <Button size="sm" onClick={() => open(payment.refund!.paymentId)}>
          Go on with the refund
        </Button>
      ) : (
        <Button size="sm" busy={isLoading} onClick={() => void pay()}>
          Refund {rlusd(payment.amount)} RLUSD
        </Button>
      )}
    </Note>
  );
}
