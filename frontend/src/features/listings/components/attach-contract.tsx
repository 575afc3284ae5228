import type { PropertyView } from '@tknest/contracts/api';
import { useState } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/modal/modal';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useAttachContractMutation } from '../api';
import { ContractDrop } from './contract-drop';

/**
 * The contract that buyers have read must not change: it can be replaced only while nothing is sold, and attached at
 * any time.
 */
const mayAttach = ({ contract, tokensSold, tokensReserved }: PropertyView) =>
  !contract || (tokensSold === 0 && tokensReserved === 0);

/**
 * Attaches or replaces the rental contract of the landlord's own listing; renders nothing if it can no longer change.
 */
export function AttachContract({ property }: { property: PropertyView }) {
  const [open, setOpen] = useState(false);
  if (!mayAttach(property)) return null;
  const action = property.contract ? 'Replace contract' : 'Attach contract';
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {action}
      </Button>
      {open && <AttachDialog property={property} action={action} onClose={() => setOpen(false)} />}
    </>
  );
}

function AttachDialog({ property, action, onClose }: { property: PropertyView; action: string; onClose(): void }) {
  const [file, setFile] = useState<File | null>(null);
  const [attach, { isLoading, error }] = useAttachContractMutation();
  const dispatch = useAppDispatch();
  const send = async () => {
    const result = await attach({ id: property.id, file: file! });
    if (result.error) return;
    dispatch(
      showToast({
        title: 'Contract saved',
        text: `Verified investors can read the contract of ${property.name}.`,
        tone: 'ok',
      }),
    );
    onClose();
  };
  return (
    <Modal title={`Rental contract of ${property.name}`} onClose={onClose} narrow>
      <div className="stack">
        <ContractDrop file={file} onChange={setFile} />
        <p className="small dim">
          {property.tokensSold > 0
            ? 'Tokens have already been sold, so you can’t replace the contract later.'
            : 'You can replace it until the first token is sold.'}
        </p>
        {error && (
          <Note tone="bad" live>
            {messageOf(error, 'The contract was not saved.')}
          </Note>
        )}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="filled" busy={isLoading} disabled={!file} onClick={() => void send()}>
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
