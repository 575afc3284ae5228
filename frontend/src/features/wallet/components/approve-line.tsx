import type { TrustLineRequestView } from '@tknest/contracts/api';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { countdown } from '../../../shared/format/format';
import { useApproval } from '../../../shared/trust-line/use-approval';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { SignRequest } from '../../../shared/ui/sign-request/sign-request';
import { useNow } from '../../../shared/use-now';

/** What is to be signed, its code and link, until the ledger holds the line or it is known why it never will. */
export function ApproveLine({ request, onEnd }: { request: TrustLineRequestView; onEnd(): void }) {
  const { signed } = useApproval(request.payloadUuid, onEnd);
  const now = useNow(1_000);
  return (
    <section className="card wallet-approve" aria-labelledby="approve">
      <SignRequest request={request} what="scan it with Xaman to allow RLUSD" />
      <div className="stack">
        <h2 id="approve">Approve in your wallet</h2>
        <dl className="wallet-facts">
          <div className="between">
            <dt>What you sign</dt>
            <dd>TrustSet, RLUSD</dd>
          </div>
          <div className="between">
            <dt>Limit</dt>
            <dd>
              <Money amount={request.trustLimit} />
            </dd>
          </div>
          <div className="between">
            <dt>Money that moves</dt>
            <dd>none</dd>
          </div>
        </dl>
        <p className="wallet-waiting">
          <IconHourglassEmpty size={18} aria-hidden />
          {signed ? (
            <span role="status">Signed. The ledger confirms it in a few seconds.</span>
          ) : (
            <span>Waiting for your signature. Expires in {countdown(request.expiresAt, now)}</span>
          )}
        </p>
        {!signed && (
          <div>
            <Button look="danger" onClick={onEnd}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
