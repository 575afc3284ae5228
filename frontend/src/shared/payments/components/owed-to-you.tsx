import { useShown } from '../../api/use-shown';
import { Button } from '../../ui/button/button';
import { Note } from '../../ui/note/note';
import { Failed } from '../../ui/states/states';
import { useOwedToMeQuery } from '../api';
import { owedWords } from '../delivery-words';
import { usePaymentDialog } from '../use-payment-dialog';

/** What a landlord owes this wallet back, since no tokens were issued for a payment that arrived. */
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
