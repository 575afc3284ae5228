import { useRef } from 'react';
import { isApiError, messageOf } from '../api/problem';
import { once } from '../api/intent';
import { useAppDispatch } from '../store/store';
import { showToast } from '../ui/toast/toast.slice';
import { useStartPaymentMutation, type PaymentCall } from './api';
import { kindOf } from './payment-kinds';

/**
 * The one way to start a payment. A wish that was not answered goes out again under the same key; where another payment
 * is open already, that one is followed.
 * @returns `start`, which answers with the id of the payment to be shown; null where there is none and it was said why
 */
export function useStartPayment(): {
  busy: boolean;
  /** @param words what is said where the server says nothing, if not what its kind says */
  start(kind: string, call: PaymentCall, words?: string): Promise<string | null>;
} {
  const [begin, { isLoading }] = useStartPaymentMutation();
  const dispatch = useAppDispatch();
  const underWay = useRef(false);
  const start = async (kind: string, call: PaymentCall, words?: string) => {
    // The other click of two: a form has not turned busy yet when it comes.
    if (underWay.current) return null;
    underWay.current = true;
    const { data, error } = await once(call, (key) => begin({ ...call, key })).finally(
      () => (underWay.current = false),
    );
    const { failed, titles } = kindOf(kind);
    if (data?.success === false) {
      dispatch(showToast({ title: 'Payment Failed', text: data.error || 'Payment failed', tone: 'bad' }));
      return null;
    }
    if (data) {
      dispatch(
        showToast({ title: 'Payment Initiated', text: 'Complete the transaction in your wallet app.', tone: 'run' }),
      );
      return data.paymentId;
    }
    dispatch(
      showToast({ title: titles?.failed ?? 'Payment Failed', text: messageOf(error, words ?? failed), tone: 'bad' }),
    );
    return (isApiError(error) && error.paymentId) || null;
  };
  return { busy: isLoading, start };
}
