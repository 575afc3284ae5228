import { useShown } from '../../../shared/api/use-shown';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { Failed } from '../../../shared/ui/states/states';
import { useOwedToMeQuery } from '../../../shared/payments/api';
import { owedWords } from '../../../shared/payments/delivery-words';
import { usePaymentDialog } from '../../../shared/payments/use-payment-dialog';

/** Refunds that landlords owe this wallet because no tokens were issued for a payment that arrived. */
export function OwedToYou() {
  const { data = [], error, retry } = useShown(useOwedToMeQuery());
  const { open } = usePaymentDialog();
  if (error) return <Failed error={error} retry={retry} what="What you are owed back" />;
  return data.map(
    ({ id, owedBack, propertyName }) =>
      owedBack && (
        <div className="refund-due" key={id}>
          <Note tone={owedBack.status === 'overdue' ? 'bad' : 'wait'}>
            {owedWords(owedBack, propertyName)}{' '}
            <Button size="sm" onClick={() => open(id)}>
              View details
            </Button>
          </Note>
        </div>
      ),
  );
}
