import { IconClock } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../../shared/lazy-part';
import { useSessionQuery } from '../../access/api';
import { useOpenPaymentsQuery } from '../api';
import './payment-dialog.css';

const PaymentDialog = lazyPart(() => import('./payment-dialog'));
const FALLBACK_MS = 10_000;

/**
 * Opens the dialog of a payment through the page's address, so that a reload or another device goes on where one was.
 * What was closed is not opened again by Back.
 */
export function usePaymentDialog() {
  const [params, setParams] = useSearchParams();
  return {
    paymentId: params.get('payment'),
    open: (id: string) =>
      setParams(
        (before) => {
          before.set('payment', id);
          return before;
        },
        { preventScrollReset: true },
      ),
    again: (id: string) =>
      setParams(
        (before) => {
          before.set('payment', id);
          return before;
        },
        { preventScrollReset: true, replace: true },
      ),
    close: () =>
      setParams(
        (before) => {
          before.delete('payment');
          return before;
        },
        { preventScrollReset: true, replace: true },
      ),
  };
}

/** A closed payment waits in a pill at the bottom; who signs in on another device finds it there too. */
export function PaymentPill() {
  const { data: session } = useSessionQuery();
  const paying = session?.userRole !== 'auditor';
  const { data: open = [] } = useOpenPaymentsQuery(undefined, { skip: !paying, pollingInterval: FALLBACK_MS });
  const { paymentId, open: show, again, close } = usePaymentDialog();
  if (paymentId) return <PaymentDialog paymentId={paymentId} onClose={close} onAgain={again} />;
  const [first] = open;
  if (!first) return null;
  const count = open.length === 1 ? '1 payment' : `${open.length} payments`;
  return (
    <button type="button" className="pill-open" onClick={() => show(first.id)}>
      <IconClock size={18} aria-hidden />
      {count} {first.status === 'processing' ? 'on its way' : 'waiting'}
    </button>
  );
}
