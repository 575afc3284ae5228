import type { PaymentView } from '@tknest/contracts/api';
import { useShown } from '../../../shared/api/use-shown';
import { rlusd, shortWallet, tokens } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { Failed } from '../../../shared/ui/states/states';
import { useRefundsDueQuery } from '../../../shared/payments/api';
import { oweWords } from '../../../shared/payments/delivery-words';
import { refundOfPayment } from '../../../shared/payments/payment-kinds';
import { usePaymentDialog } from '../../../shared/payments/use-payment-dialog';
import { useStartPayment } from '../../../shared/payments/use-start-payment';

/**
 * Payments that reached a landlord after their purchase had ended: no tokens were issued for them, so the landlord is
 * asked to sign a refund.
 */
export function RefundsDue() {
  const { data = [], error, retry } = useShown(useRefundsDueQuery());
  if (error) return <Failed error={error} retry={retry} what="Refunds you may owe" />;
  return data.map((payment) => (
    <div className="refund-due" key={payment.id}>
      <RefundDue payment={payment} />
    </div>
  ));
}

function RefundDue({ payment }: { payment: PaymentView }) {
  const { start, busy } = useStartPayment();
  const { open } = usePaymentDialog();
  const underWay =
    payment.refund?.status === 'pending' || payment.refund?.status === 'processing' ? payment.refund : null;
  const pay = () => start('refund', refundOfPayment(payment.id));
  return (
    <Note tone={payment.owedBack?.status === 'overdue' ? 'bad' : 'wait'}>
      {rlusd(payment.amount, 'six')} RLUSD from <span className="mono">{shortWallet(payment.payer)}</span> reached you
      {payment.owedBack?.dueOn ? ' for a purchase' : ' after its purchase'}
      {payment.tokens ? ` of ${tokens(payment.tokens)}` : ''}
      {payment.propertyName ? ` of ${payment.propertyName}` : ''}
      {payment.owedBack?.dueOn ? '' : ' had ended'}. No tokens were issued for it. {oweWords(payment)}{' '}
      {payment.owedBack?.status === 'held' ? null : underWay ? (
        <Button size="sm" onClick={() => open(underWay.paymentId)}>
          Continue the refund
        </Button>
      ) : (
        <Button size="sm" busy={busy} onClick={() => void pay()}>
          Refund {rlusd(payment.amount, 'six')} RLUSD
        </Button>
      )}
    </Note>
  );
}
