import type { PropertyView } from '@tknest/contracts/api';
import { useForm, useWatch } from 'react-hook-form';
import { Form } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/modal/modal';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useAttachContractMutation } from '../api';
import { ContractDrop } from './contract-drop';

interface Props {
  property: PropertyView;
  /** The label of the button that opened it. */
  action: string;
  onClose(): void;
}

/** Takes a rental contract for a listing. */
export default function AttachDialog({ property, action, onClose }: Props) {
  const form = useForm<{ file: File | null }>({ defaultValues: { file: null } });
  const file = useWatch({ control: form.control, name: 'file' });
  const [attach] = useAttachContractMutation();
  const dispatch = useAppDispatch();
  const send = async () => {
    const { error } = await attach({ id: property.id, file: file! });
    if (error) return { error };
    dispatch(
      showToast({
        title: 'Contract saved',
        text: `Verified investors can read the contract of ${property.name}.`,
        tone: 'ok',
      }),
    );
    onClose();
    return {};
  };
  return (
    <Modal title={`Rental contract of ${property.name}`} onClose={onClose} narrow>
      <Form form={form} draft={null} className="stack" onSubmit={send} fallback="The contract was not saved.">
        <ContractDrop file={file} onChange={(chosen) => form.setValue('file', chosen)} />
        <p className="small dim">
          {property.tokensSold > 0
            ? 'Tokens have already been sold, so you can’t replace the contract later.'
            : 'You can replace it until the first token is sold.'}
        </p>
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting} disabled={!file}>
            {action}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
