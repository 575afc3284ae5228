import type { TrustLineRequestView } from '@tknest/contracts/api';
import { EASY_SETUP, WALLET } from '@tknest/contracts/rules';
import { useCallback, useEffect, useState } from 'react';
import { once } from '../../../../shared/api/intent';
import { messageOf } from '../../../../shared/api/problem';
import { rlusd } from '../../../../shared/format/format';
import { LINE_REQUEST } from '../../../../shared/storage/keys';
import { useAppDispatch } from '../../../../shared/store/store';
import { useCreateTrustLineMutation } from '../../../../shared/trust-line/api';
import { showToast } from '../../../../shared/ui/toast/toast.slice';

/** The open request of this wallet, kept for this tab, so that a reload continues with it. */
function kept(wallet: string): TrustLineRequestView | null {
  const request = LINE_REQUEST.read(wallet);
  return request && Date.parse(request.expiresAt) > Date.now() ? request : null;
}

/** Asks the wallet app for the RLUSD line, and says a moment later what to look for there (D1 §4). */
export function useLineRequest(wallet: string) {
  const [request, setRequest] = useState(() => kept(wallet));
  const [create, { isLoading: busy }] = useCreateTrustLineMutation();
  const dispatch = useAppDispatch();
  const put = useCallback(
    (next: TrustLineRequestView | null) => {
      LINE_REQUEST.write(next, wallet);
      setRequest(next);
    },
    [wallet],
  );
  const end = useCallback(() => put(null), [put]);
  const start = async () => {
    const body = { walletAddress: wallet, trustLimit: WALLET.trustLimit };
    const { data, error } = await once(['trust-line', body], (key) => create({ ...body, key }));
    if (data) return put(data);
    const text = messageOf(error, 'The trust line could not be set up');
    dispatch(showToast({ title: 'Trust Line Setup Failed', text, tone: 'bad' }));
  };
  const open = request?.payloadUuid;
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(
      () =>
        dispatch(
          showToast({
            title: 'Looking for the trust line?',
            text: `In Xaman it is the request to hold up to ${rlusd(WALLET.trustLimit)} RLUSD. Come back here after signing.`,
            tone: 'run',
            ms: EASY_SETUP.hintFor,
          }),
        ),
      EASY_SETUP.hintAfter,
    );
    return () => clearTimeout(timer);
  }, [open, dispatch]);
  return { request, busy, start, end };
}
