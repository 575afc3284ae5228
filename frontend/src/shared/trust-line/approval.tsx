import type { TrustLineRequestView } from '@tknest/contracts/api';
import { countdown } from '../format/time';
import { Button } from '../ui/button/button';
import { Waiting } from '../ui/waiting/waiting';
import { useNow } from '../use-now';
import { useApproval } from './use-approval';

interface Props {
  request: TrustLineRequestView;
  /** Whether it is only a secondary part of the page. */
  compact?: boolean;
  onEnd(): void;
}

/** The state of a trust line request in the wallet app, and a way to cancel until it is signed. */
export function Approval({ request, compact, onEnd }: Props) {
  const { signed } = useApproval(request.payloadUuid, onEnd);
  const now = useNow(1_000);
  if (signed) return <Waiting live>Signed. The ledger confirms it in a few seconds.</Waiting>;
  return (
    <>
      <Waiting>Waiting for your signature. Expires in {countdown(request.expiresAt, now)}</Waiting>
      <div>
        <Button look="danger" size={compact ? 'sm' : undefined} onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </>
  );
}
