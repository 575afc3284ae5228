import { ReasonRequest } from '@tknest/contracts/api';
import { useForm } from 'react-hook-form';
import { useAppDispatch } from '../store/store';
import { Button } from '../ui/button/button';
import { Modal } from '../ui/modal/modal';
import { showToast } from '../ui/toast/toast.slice';
import { contractResolver } from './contract-resolver';
import { TextAreaField } from './fields';
import { Form } from './form';
import type { ActWithReason } from './with-reason';

/** The dialog for all office actions with a reason, which stays in the log. */
export default function ReasonDialog({ act, onClose }: { act: ActWithReason; onClose(): void }) {
  const form = useForm<ReasonRequest>({
    defaultValues: { reason: '' },
    resolver: contractResolver<ReasonRequest>(ReasonRequest),
  });
  const dispatch = useAppDispatch();
  const submit = async ({ reason }: ReasonRequest) => {
    const { error } = await act.carryOut(reason);
    if (error) return { error };
    dispatch(showToast({ title: act.done, tone: 'ok' }));
    onClose();
    return {};
  };
  return (
    <Modal title={act.title} onClose={onClose} narrow>
      <Form form={form} draft={`reason:${act.action}:${act.of}`} className="stack" onSubmit={submit}>
        <div>{act.effect}</div>
        <TextAreaField
          label="Reason"
          name="reason"
          description="At least 10 characters. It stays in the log."
          autosize
          minRows={3}
        />
        <div className="row end">
          <Button onClick={onClose}>{act.safe ?? 'Keep it'}</Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            {act.action}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
