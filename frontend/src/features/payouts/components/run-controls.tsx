import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import type { PayoutView } from '@tknest/contracts/api';
import { useState } from 'react';
import { WithReason, type ActWithReason } from '../../../shared/form/with-reason';
import { count } from '../../../shared/format/format';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { periodOf } from '../../../shared/payouts/payout-words';
import { Button } from '../../../shared/ui/button/button';
import { useControlPayoutMutation, type Control } from '../api';

const WORDS: Record<Control, { button: string; safe: string; done: string }> = {
  pause: { button: 'Pause', safe: 'Keep it running', done: 'Payout paused' },
  resume: { button: 'Resume', safe: 'Keep it paused', done: 'Payout resumed' },
  retry: { button: 'Retry unclaimed shares', safe: 'Not now', done: 'Retrying unclaimed shares' },
};
const ICONS = { pause: IconPlayerPause, resume: IconPlayerPlay, retry: IconRefresh };

const controlOf = ({ status, unclaimed }: PayoutView): Control | null =>
  status === 'running' ? 'pause' : status === 'paused' ? 'resume' : unclaimed > 0 ? 'retry' : null;

/**
 * What an admin can do with a run in its current state, each confirmed with a reason.
 * @param small in a row of the list, where a run can only be paused or resumed
 */
export function RunControls({ run, small = false }: { run: PayoutView; small?: boolean }) {
  const { data: session } = useSessionQuery();
  // The action chosen when the dialog opened, even if the run changes meanwhile, so that "Pause" never becomes
  // "Resume".
  const [asked, setAsked] = useState<ActWithReason | null>(null);
  const [send] = useControlPayoutMutation();
  const control = controlOf(run);
  const isOffered = control && !(small && control === 'retry') && can(session?.userRole, 'run-payouts');
  const actOf = (control: Control): ActWithReason => ({
    of: run.id,
    action: WORDS[control].button,
    title: `${WORDS[control].button}?`,
    effect: effectOf(control, run),
    safe: WORDS[control].safe,
    done: WORDS[control].done,
    carryOut: (reason) => send({ id: run.id, control, reason }),
  });
  return (
    <>
      {isOffered && (
        <ControlButton control={control} run={run} small={small} onClick={() => setAsked(actOf(control))} />
      )}
      {asked && <WithReason act={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface ButtonProps {
  control: Control;
  run: PayoutView;
  small: boolean;
  onClick(): void;
}

function ControlButton({ control, run, small, onClick }: ButtonProps) {
  const Icon = ICONS[control];
  const { button } = WORDS[control];
  return (
    <Button
      look={small || control === 'pause' ? undefined : 'filled'}
      size={small ? 'sm' : undefined}
      aria-label={small ? `${button}: payout for ${periodOf(run)}` : undefined}
      icon={<Icon size={small ? 16 : 18} aria-hidden />}
      onClick={onClick}
    >
      {button}
    </Button>
  );
}

/** The effect on the lines in their current state. */
const effectOf = (control: Control, run: PayoutView): string => {
  const open = run.lines - run.settled - run.unclaimed;
  if (control === 'pause')
    return `${count(open)} of ${count(run.lines)} lines are not paid yet. Lines already sent are completed; nothing more is signed.`;
  if (control === 'resume')
    return `${count(open)} lines are waiting. The cause of the pause is checked again before anything is sent.`;
  return `${count(run.unclaimed)} lines are unclaimed. Each is sent only if the ledger shows that it can arrive.`;
};
