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

const OTHER = 'This is not the wallet that is to be erased';

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
    dispatch(showToast({ title: 'Erased', text: 'The key of this person is destroyed.', tone: 'ok' }));
    onClose();
    return {};
  };
  return (
    <Modal title="Erase this person?" onClose={onClose} narrow>
      {/* What proves that one means it is typed each time. */}
      <Form form={form} draft={null} className="stack" onSubmit={submit}>
        <p>
          Form, documents and everything that a provider has told of <span className="mono">{wallet}</span> become
          unreadable, for everybody and for ever. Name, birth date, proof of identity and decisions are kept apart for
          as long as the law asks.
        </p>
        {holds.length > 0 && (
          <Note tone="wait">
            <strong>It is held:</strong> {holds.join(', ')}.
          </Note>
        )}
        {holds.includes(UNSEEN_PROOF) && (
          <CheckboxField
            name="discardUnseen"
            label="Destroy the proof of identity unseen: none is kept, and the record says so"
          />
        )}
        <TextField name="confirm" label="Type the wallet again" autoComplete="off" spellCheck={false} />
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose} data-autofocus>
            Keep the data
          </Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            Erase for ever
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
