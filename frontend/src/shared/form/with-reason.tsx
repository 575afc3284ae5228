import { ReasonRequest } from '@tknest/contracts/api';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useAppDispatch } from '../store/store';
import { Button } from '../ui/button/button';
import { Modal } from '../ui/modal/modal';
import { showToast } from '../ui/toast/toast.slice';
import { contractResolver } from './contract-resolver';
import { TextAreaField } from './fields';
import { Form } from './form';

/** An office action that requires a reason, and its effect. */
export interface ActWithReason {
  /** Identifies the object, so that a reason typed for one object is not offered for another. */
  of: string | number;
  /** Label of the button that opens the dialog, and of the one that confirms. */
  action: string;
  /** A question that names the object: "Hide Sample Court?" */
  title: string;
  /** What stops and what continues. */
  effect: ReactNode;
  /** Label of the cancel button; "Keep it" by default. */
  safe?: string;
  /** The message after success. */
  done: string;
  carryOut(reason: string): Promise<{ error?: unknown }>;
}

/** The dialog for all office actions with a reason, which stays in the log. */
export function WithReason({ act, onClose }: { act: ActWithReason; onClose(): void }) {
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
