import { UNSEEN_PROOF, type ErasureView } from '@tknest/contracts/api';
import { useState } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { dayAndTime } from '../../../shared/format/time';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { useAppDispatch } from '../../../shared/store/store';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Checkbox } from '../../../shared/ui/inputs/inputs';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useEraseMutation } from '../api';

/** The wallet is typed again before the person's data is erased; legal holds are listed. */
export function CarryOut({ one: { wallet, holds }, onClose }: { one: ErasureView; onClose(): void }) {
  const [discardUnseen, setDiscardUnseen] = useState(false);
  const [error, setError] = useState<string>();
  const [erase] = useEraseMutation();
  const dispatch = useAppDispatch();
  const proposed = useProposed();
  const confirm = async () => {
    const { data, error: refused } = await erase({ wallet, confirm: wallet, discardUnseen });
    if (refused) return setError(messageOf(refused, 'That didn’t work. Please try again.'));
    if (isProposed(data)) return proposed(data);
    dispatch(
      showToast(
        data?.erasesAt
          ? { title: 'Erasure scheduled', text: `It can be stopped until ${dayAndTime(data.erasesAt)}.`, tone: 'ok' }
          : { title: 'Erased', text: 'This person’s key was destroyed.', tone: 'ok' },
      ),
    );
    onClose();
  };
  return (
    <Confirm
      title="Erase this person?"
      action="Erase permanently"
      safe="Keep the data"
      again={{ label: 'Type the wallet address again', text: wallet, wrong: 'This is not the wallet to erase' }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          The application, documents and provider data of <span className="mono">{wallet}</span> become permanently
          unreadable. Name, birth date, proof of identity and decisions are kept separately for as long as the law
          requires.
        </p>
        {holds.length > 0 && (
          <Note tone="wait">
            <strong>Erasure is on hold:</strong> {holds.join(', ')}.
          </Note>
        )}
        {holds.includes(UNSEEN_PROOF) && (
          <Checkbox
            label="Destroy the unchecked proof of identity. None is kept, and the record says so."
            checked={discardUnseen}
            onChange={(event) => setDiscardUnseen(event.currentTarget.checked)}
          />
        )}
        {error && (
          <Note tone="bad" live>
            {error}
          </Note>
        )}
      </div>
    </Confirm>
  );
}
