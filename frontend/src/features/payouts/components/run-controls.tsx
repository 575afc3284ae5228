import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import type { PayoutView } from '@tknest/contracts/api';
import { useState } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { count } from '../../../shared/format/format';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/confirm/confirm';
import { TextInput } from '../../../shared/ui/inputs/inputs';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useControlPayoutMutation, type Control } from '../api';

const WORDS: Record<Control, { button: string; safe: string; done: string }> = {
  pause: { button: 'Pause', safe: 'Let it run', done: 'The payout is paused' },
  resume: { button: 'Resume', safe: 'Leave it paused', done: 'The payout goes on' },
  retry: { button: 'Try the unclaimed again', safe: 'Not now', done: 'What is unclaimed is tried again' },
};
const ICONS = { pause: IconPlayerPause, resume: IconPlayerPlay, retry: IconRefresh };

const controlOf = ({ status, unclaimed }: PayoutView): Control | null =>
  status === 'running' ? 'pause' : status === 'paused' ? 'resume' : unclaimed > 0 ? 'retry' : null;

/** What an admin can do with a run as it stands, each asked for once more with its reason. */
export function RunControls({ run }: { run: PayoutView }) {
  const { data: session } = useSessionQuery();
  const [asked, setAsked] = useState(false);
  const control = controlOf(run);
  if (!control || !can(session?.userRole, 'run-payouts')) return null;
  const Icon = ICONS[control];
  return (
    <>
      <Button
        look={control === 'pause' ? undefined : 'filled'}
        icon={<Icon size={18} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {WORDS[control].button}
      </Button>
      {asked && <Ask run={run} control={control} onClose={() => setAsked(false)} />}
    </>
  );
}

function Ask({ run, control, onClose }: { run: PayoutView; control: Control; onClose(): void }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [send, { isLoading }] = useControlPayoutMutation();
  const dispatch = useAppDispatch();
  const { button, safe, done } = WORDS[control];
  const confirm = async () => {
    if (!reason.trim()) return setError('Say why: it stays in the log');
    const { error: refused } = await send({ id: run.id, control, reason: reason.trim() });
    if (refused) return setError(messageOf(refused, 'The payout could not be changed'));
    dispatch(showToast({ title: done, tone: 'ok' }));
    onClose();
  };
  const open = run.lines - run.settled - run.unclaimed;
  return (
    <Confirm
      title={`${button}?`}
      action={button}
      safe={safe}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {control === 'pause' &&
          `${count(open)} of ${count(run.lines)} lines are not paid yet. What was sent is concluded; nothing more is signed.`}
        {control === 'resume' &&
          `${count(open)} lines wait. What made it pause is looked at again before anything is sent.`}
        {control === 'retry' &&
          `${count(run.unclaimed)} lines are unclaimed. Each is sent only where the ledger shows that it can arrive.`}
      </p>
      <TextInput
        label="Why"
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </Confirm>
  );
}
