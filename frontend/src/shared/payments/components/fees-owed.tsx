import type { PaymentView } from '@tknest/contracts/api';
import { useShown } from '../../api/use-shown';
import { rlusd } from '../../format/format';
import { Button } from '../../ui/button/button';
import { Note } from '../../ui/note/note';
import { Failed } from '../../ui/states/states';
import { useFeesOwedQuery } from '../api';
import { feeOfPayment } from '../payment-kinds';
import { useStartPayment } from '../use-start-payment';

/** Platform fees that this person owes: until they are paid, nothing new can be started. */
export function FeesOwed() {
  const { data = [], error, retry } = useShown(useFeesOwedQuery());
  if (error) return <Failed error={error} retry={retry} what="Fees you may owe" />;
  return data.map((payment) => (
    <div className="refund-due" key={payment.id}>
      <FeeOwed payment={payment} />
    </div>
  ));
}

/** One fee that this person owes, with the button that pays it. */
export function FeeOwed({ payment: { id, platformFee, propertyName } }: { payment: PaymentView }) {
  const { start, busy } = useStartPayment();
  const fee = `${rlusd(platformFee, 'six')} RLUSD`;
  return (
    <Note tone="wait">
      The platform fee of {fee} for your payment{propertyName ? ` for ${propertyName}` : ''} was not paid. Until you pay
      it, you cannot buy, list a property or withdraw a deposit.{' '}
      <Button size="sm" busy={busy} onClick={() => void start('fee', feeOfPayment(id))}>
        Pay {fee}
      </Button>
    </Note>
  );
}
