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

/** What the office may do to somebody or something with a reason, and what follows from it. */
export interface Brake {
  /** Names whom or what it is done to: a reason that was typed about one is not offered for another. */
  of: string | number;
  /** What the button that leads here says, and the one that does it. */
  action: string;
  /** A question that names the object: "Hide Sample Court?" */
  title: string;
  /** What stops, and what goes on. */
  effect: ReactNode;
  /** What leaving it means; "Keep it" where it need not be said. */
  safe?: string;
  /** What is said once it is done. */
  done: string;
  carryOut(reason: string): Promise<{ error?: unknown }>;
}

/** Asks why, and does it: the reason stays in the log. The one dialog for whatever the office gives a reason for. */
export function WithReason({ brake, onClose }: { brake: Brake; onClose(): void }) {
  const form = useForm<ReasonRequest>({
    defaultValues: { reason: '' },
    resolver: contractResolver<ReasonRequest>(ReasonRequest),
  });
  const dispatch = useAppDispatch();
  const submit = async ({ reason }: ReasonRequest) => {
    const { error } = await brake.carryOut(reason);
    if (error) return { error };
    dispatch(showToast({ title: brake.done, tone: 'ok' }));
    onClose();
    return {};
  };
  return (
    <Modal title={brake.title} onClose={onClose} narrow>
      <Form form={form} draft={`reason:${brake.action}:${brake.of}`} className="stack" onSubmit={submit}>
        <div>{brake.effect}</div>
        <TextAreaField
          label="Reason"
          name="reason"
          description="At least 10 characters. It stays in the log."
          autosize
          minRows={3}
        />
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>{brake.safe ?? 'Keep it'}</Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            {brake.action}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
