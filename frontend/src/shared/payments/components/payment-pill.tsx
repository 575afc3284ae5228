import { IconClock } from '@tabler/icons-react';
import { lazyPart } from '../../lazy-part';
import { useOpenPayments } from '../use-open-payments';
import { usePaymentDialog } from '../use-payment-dialog';
import './payment-dialog.css';

const PaymentDialog = lazyPart(() => import('./payment-dialog'));

/** A payment whose dialog is closed waits in a pill at the bottom, also on other devices after signing in. */
export function PaymentPill() {
  const { paymentId, open: show, again, close } = usePaymentDialog();
  const open = useOpenPayments(paymentId);
  if (paymentId) return <PaymentDialog paymentId={paymentId} onClose={close} onAgain={again} />;
  const [first] = open;
  if (!first) return null;
  const count = open.length === 1 ? '1 payment' : `${open.length} payments`;
  return (
    <button type="button" className="pill-open" onClick={() => show(first.id)}>
      <IconClock size={18} aria-hidden />
      {count} {first.status === 'processing' ? 'on its way' : first.status === 'settling' ? 'on hold' : 'waiting'}
    </button>
  );
}
