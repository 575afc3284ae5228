import type { PropertyView } from '@tknest/contracts/api';
import { messageOf } from '../../../shared/api/problem';
import { count, tokens } from '../../../shared/format/format';
import { useAppDispatch } from '../../../shared/store/store';
import { Confirm } from '../../../shared/ui/confirm/confirm';
import { Money } from '../../../shared/ui/money/money';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useCloseListingMutation } from '../api';

const closedWords = (name: string, delivering: number) =>
  delivering === 0
    ? `${name} is closed to new purchases.`
    : `${name} is closed to new purchases. ${count(delivering)} still being delivered, or signed and able to reach the ` +
      'ledger; the loan begins when none is left.';

/** Asks once more before a sale is closed for good. */
export default function CloseDialog({ property, onClose }: { property: PropertyView; onClose(): void }) {
  const [close] = useCloseListingMutation();
  const dispatch = useAppDispatch();
  const confirm = async () => {
    const result = await close(property.id);
    dispatch(
      showToast(
        result.error
          ? { title: 'Error', text: messageOf(result.error, 'Failed to close the listing'), tone: 'bad' }
          : { title: 'Listing closed', text: closedWords(property.name, result.data.delivering), tone: 'ok' },
      ),
    );
    onClose();
  };
  return (
    <Confirm
      title={`Close ${property.name}?`}
      action="Close listing"
      safe="Keep it open"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        No more tokens are sold.{' '}
        {property.tokensSold > 0 ? (
          <>
            The loan’s principal becomes <Money amount={property.tokensSold * property.tokenPrice} />, what{' '}
            {tokens(property.tokensSold)} {property.tokensSold === 1 ? 'has' : 'have'} raised.
          </>
        ) : (
          'No tokens were sold, so there is no loan to repay.'
        )}{' '}
        {property.tokensReserved > 0 &&
          'Paid purchases are still delivered. All others in progress end without moving money. '}
        This cannot be undone.
      </p>
    </Confirm>
  );
}
