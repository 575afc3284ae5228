import { ReasonRequest } from '@tknest/contracts/api';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../shared/api/problem';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { TextAreaField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/modal/modal';
import { showToast } from '../../../shared/ui/toast/toast.slice';

/** What an admin may do to somebody or something, and what follows from it. */
export interface Brake {
  /** What the button that leads here says, and the one that does it. */
  action: string;
  /** A question that names the object: "Hide Sample Court?" */
  title: string;
  /** What stops, and what goes on. */
  effect: ReactNode;
  /** What is said once it is done. */
  done: string;
  carryOut(reason: string): Promise<{ error?: unknown }>;
}

/** Asks why, and does it: the reason stays in the log. */
export function WithReason({ brake, onClose }: { brake: Brake; onClose(): void }) {
  const form = useForm<ReasonRequest>({
    defaultValues: { reason: '' },
    resolver: contractResolver<ReasonRequest>(ReasonRequest),
  });
  const dispatch = useAppDispatch();
  const submit = async ({ reason }: ReasonRequest) => {
    const { error } = await brake.carryOut(reason);
    if (!error) {
      dispatch(showToast({ title: brake.done, tone: 'ok' }));
      return onClose();
    }
    if (showServerErrors(form, error)) return;
    form.setError('reason', { type: 'server', message: messageOf(error, 'It could not be done') });
  };
  return (
    <Modal title={brake.title} onClose={onClose} narrow>
      <Form form={form} className="stack" onSubmit={submit}>
        <div>{brake.effect}</div>
        <TextAreaField
          label="Why"
          name="reason"
          description="At least 10 characters. It stays in the log."
          autosize
          minRows={3}
        />
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            {brake.action}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
