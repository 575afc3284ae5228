import { EraseRequest, UNSEEN_PROOF, type ErasureView } from '@tknest/contracts/api';
import { useForm } from 'react-hook-form';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { CheckboxField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/modal/modal';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useEraseMutation } from '../api';

const OTHER = 'This is not the wallet to erase';

/** The wallet is typed once more before its person is forgotten; what holds the data is named. */
export function CarryOut({ one: { wallet, holds }, onClose }: { one: ErasureView; onClose(): void }) {
  const form = useForm<EraseRequest>({
    defaultValues: { confirm: '', discardUnseen: false },
    resolver: contractResolver<EraseRequest>(EraseRequest),
  });
  const [erase] = useEraseMutation();
  const dispatch = useAppDispatch();
  const submit = async ({ confirm, discardUnseen }: EraseRequest) => {
    if (confirm.trim() !== wallet) {
      form.setError('confirm', { type: 'other', message: OTHER });
      return { error: OTHER, told: true };
    }
    const { error } = await erase({ wallet, confirm: confirm.trim(), discardUnseen });
    if (error) return { error };
    dispatch(showToast({ title: 'Erased', text: 'This person’s key was destroyed.', tone: 'ok' }));
    onClose();
    return {};
  };
  return (
    <Modal title="Erase this person?" onClose={onClose} narrow>
      {/* What proves that one means it is typed each time. */}
      <Form form={form} draft={null} className="stack" onSubmit={submit}>
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
          <CheckboxField
            name="discardUnseen"
            label="Destroy the unchecked proof of identity. None is kept, and the record says so."
          />
        )}
        <TextField name="confirm" label="Type the wallet address again" autoComplete="off" spellCheck={false} />
        <div className="row end">
          <Button onClick={onClose} data-autofocus>
            Keep the data
          </Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            Erase permanently
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
