import type { TrustLineRequestView } from '@tknest/contracts/api';
import { countdown } from '../format/time';
import { Button } from '../ui/button/button';
import { Waiting } from '../ui/waiting/waiting';
import { useNow } from '../use-now';
import { useApproval } from './use-approval';

interface Props {
  request: TrustLineRequestView;
  /** Beside other things, not the page's own subject. */
  compact?: boolean;
  onEnd(): void;
}

/** How a request for a trust line stands in the wallet app, and the way out until it is signed there. */
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
