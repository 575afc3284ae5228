import { useEffect, useRef } from 'react';
import { api } from '../api/base-api';
import { isApiError, messageOf } from '../api/problem';
import { once } from '../api/intent';
import { useAppDispatch } from '../store/store';
import { showToast } from '../ui/toast/toast.slice';
import { useStartPaymentMutation, type PaymentCall } from './api';
import { kindOf } from './payment-kinds';
import { usePaymentDialog } from './use-payment-dialog';

/**
 * The only way to start a payment. An unanswered intent is sent again with the same key. If another payment is open,
 * nothing is started and the input stays; the notice leads to that payment.
 * @param show what follows with the started payment, if not its dialog
 */
export function useStartPayment(show?: (paymentId: string) => void): {
  busy: boolean;
  /**
   * @param words the message if the server gives none; by default that of the payment's kind
   * @returns whether it was started; if not, the reason is shown
   */
  start(kind: string, call: PaymentCall, words?: string): Promise<boolean>;
} {
  const [begin, { isLoading }] = useStartPaymentMutation();
  const { open, paymentId } = usePaymentDialog();
  const dispatch = useAppDispatch();
  const underWay = useRef(false);
  // Until its dialog is closed, a started payment keeps the page from starting another.
  useEffect(() => {
    if (paymentId === null) underWay.current = false;
  }, [paymentId]);
  const start = async (kind: string, call: PaymentCall, words?: string) => {
    // The second click of a double click arrives before the form is busy.
    if (underWay.current) return false;
    underWay.current = true;
    const { data, error } = await once(call, (key) => begin({ ...call, key })).finally(
      () => (underWay.current = false),
    );
    const { failed, titles } = kindOf(kind);
    if (data?.success === false) {
      dispatch(showToast({ title: 'Payment Failed', text: data.error || 'Payment failed', tone: 'bad' }));
      return false;
    }
    if (data) {
      dispatch(
        showToast({ title: 'Payment Initiated', text: 'Complete the transaction in your wallet app.', tone: 'run' }),
      );
      underWay.current = !show;
      (show ?? open)(data.paymentId);
      return true;
    }
    const text = messageOf(error, words ?? failed);
    const payment = isApiError(error) ? error.paymentId : undefined;
    dispatch(showToast({ title: titles?.failed ?? 'Payment Failed', text, tone: 'bad', payment }));
    if (payment) dispatch(api.util.invalidateTags(['Payments']));
    return false;
  };
  return { busy: isLoading, start };
}
