import type { PropertyView } from '@tknest/contracts/api';
import { useState } from 'react';
import { lazyPart } from '../../../shared/lazy-part';
import { Button } from '../../../shared/ui/button/button';

const AttachDialog = lazyPart(() => import('./attach-dialog'));

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
