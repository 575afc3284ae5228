import type { TrustLineRequestView } from '@tknest/contracts/api';
import { Approval } from '../../../shared/trust-line/approval';
import { Money } from '../../../shared/ui/money/money';
import { SignRequest } from '../../../shared/ui/sign-request/sign-request';
import { Fact, Facts } from '../../../shared/ui/facts/facts';

/** The signing request with its QR code and link, until the ledger has the trust line or the request has failed. */
export function ApproveLine({ request, onEnd }: { request: TrustLineRequestView; onEnd(): void }) {
  return (
    <section className="card wallet-approve" aria-labelledby="approve">
      <SignRequest request={request} what="scan it with Xaman to allow RLUSD" />
      <div className="stack">
        <h2 id="approve">Approve in your wallet</h2>
        <Facts>
          <Fact name="What you sign">TrustSet, RLUSD</Fact>
          <Fact name="Limit">
            <Money amount={request.trustLimit} />
          </Fact>
          <Fact name="Money that moves">none</Fact>
        </Facts>
        <Approval request={request} onEnd={onEnd} />
      </div>
    </section>
  );
}
