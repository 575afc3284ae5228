import type { TrustLinePayloadView, TrustLineRequestView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { useEffect } from 'react';
import { api } from '../../../shared/api/base-api';
import { countdown } from '../../../shared/format/format';
import { useFollow } from '../../../shared/sign/use-follow';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { SignRequest } from '../../../shared/ui/sign-request/sign-request';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useNow } from '../../../shared/use-now';
import { useTrustLinePayloadQuery } from '../api';

const isOver = ({ signed, error }: TrustLinePayloadView) => signed || error !== null;

/** What is to be signed, its code and link, until the ledger holds the line or it is known why it never will. */
export function ApproveLine({ request, onEnd }: { request: TrustLineRequestView; onEnd(): void }) {
  const { data } = useFollow(useTrustLinePayloadQuery, request.payloadUuid, {
    every: POLLING.trustPayload,
    isOver,
  });
  const dispatch = useAppDispatch();
  const now = useNow(1_000);
  const ended = data && isOver(data) ? data : null;
  useEffect(() => {
    if (!ended) return;
    dispatch(api.util.invalidateTags(['Trust']));
    dispatch(
      ended.signed
        ? showToast({ title: 'Trust Line Approved!', tone: 'ok' })
        : showToast({ title: 'Trust Line Setup Failed', text: ended.error ?? '', tone: 'bad' }),
    );
    onEnd();
  }, [ended, dispatch, onEnd]);
  const signed = data?.status === 'submitted';
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
