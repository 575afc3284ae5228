import type { PaymentView } from '@tknest/contracts/api';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { usePaymentQuery } from '../../../../shared/payments/api';

const DONE = 'paid';

/**
 * The payment that was made from this page, once it has settled: the dialog closes, and its id is in the address, so
 * that a reload shows it again. Payments of another property or person are ignored.
 * @returns also `again`, which leads back to the form
 */
export function useBought(propertyId: number): { bought: PaymentView | null; again(): void } {
  const [params, setParams] = useSearchParams();
  const open = params.get('payment');
  const id = open ?? params.get(DONE);
  const { currentData: payment } = usePaymentQuery(id ?? skipToken);
  const settled = payment?.status === 'completed' && payment.propertyId === propertyId;
  // A fee that still needs a signature is signed in the dialog.
  const leaves = open !== null && settled && payment.signRequests.length === 0;
  useEffect(() => {
    if (!leaves) return;
    setParams(
      (before) => {
        before.delete('payment');
        before.set(DONE, open);
        return before;
      },
      { replace: true },
    );
  }, [leaves]); // eslint-disable-line react-hooks/exhaustive-deps -- once for each payment that settles
  const again = () =>
    setParams((before) => {
      before.delete(DONE);
      return before;
    });
  return { bought: settled && open === null ? payment : null, again };
}
