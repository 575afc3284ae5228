import type { ProposalView, SignatureLinks } from '@tknest/contracts/api';
import { PROPOSAL } from '@tknest/contracts/rules';
import { useEffect } from 'react';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/modal/modal';
import { SignRequest } from '../../../shared/ui/sign-request/sign-request';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Waiting } from '../../../shared/ui/waiting/waiting';

export interface Signing {
  proposalId: string;
  links: SignatureLinks;
  does: 'propose' | 'approve';
}

/** Called when its signature has arrived, or is no longer awaited. */
const isOver = ({ does }: Signing, status: ProposalView['status'] | undefined) =>
  status !== undefined && status !== (does === 'propose' ? 'unsigned' : 'open');
const SIGNED: Partial<Record<ProposalView['status'], string>> = {
  open: 'Proposed. Another admin must approve it.',
  approved: 'Approved',
};

/** The request in the user's wallet; its subject is shown both here and in the wallet before signing. */
export default function ProposalSignature({
  signing,
  proposal,
  onClose,
}: {
  signing: Signing;
  proposal: ProposalView | undefined;
  onClose(): void;
}) {
  const dispatch = useAppDispatch();
  const { does, links } = signing;
  const status = proposal?.status;
  const over = isOver(signing, status);
  useEffect(() => {
    if (!over) return;
    const title = SIGNED[status!];
    dispatch(title ? showToast({ title, tone: 'ok' }) : showToast({ title: `The request was ${status}`, tone: 'bad' }));
    onClose();
  }, [over, status, dispatch, onClose]);
  return (
    <Modal title={does === 'propose' ? 'Sign your proposal' : 'Sign your approval'} onClose={onClose} narrow>
      <div className="stack">
        {proposal && <p>{proposal.summary}</p>}
        <p>
          Xaman shows the code <strong>{links.code}</strong> and what you {does}. Sign only if both are the same there.
        </p>
        <SignRequest request={links} what={`scan it with Xaman to ${does} this`}>
          <Button onClick={onClose}>Close</Button>
        </SignRequest>
        <Waiting live>
          Waiting for your signature in Xaman, for {PROPOSAL.signMinutes} minutes. It costs nothing.
        </Waiting>
      </div>
    </Modal>
  );
}
