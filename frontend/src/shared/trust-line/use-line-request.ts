import type { TrustLineRequestView } from '@tknest/contracts/api';
import { useCallback, useState } from 'react';
import { once } from '../api/intent';
import { messageOf } from '../api/problem';
import { LINE_REQUEST } from '../storage/keys';
import { useAppDispatch } from '../store/store';
import { showToast } from '../ui/toast/toast.slice';
import { useCreateTrustLineMutation } from './api';

/** The open request of this wallet, kept for this tab, so that a reload continues with it. */
function kept(wallet: string): TrustLineRequestView | null {
  const request = LINE_REQUEST.read(wallet);
  return request && Date.parse(request.expiresAt) > Date.now() ? request : null;
}

/** Asks the wallet app for the RLUSD trust line of the wallet that is signed in. */
export function useLineRequest(wallet: string) {
  const [request, setRequest] = useState(() => kept(wallet));
  const [create, { isLoading: busy }] = useCreateTrustLineMutation();
  const dispatch = useAppDispatch();
  const end = useCallback(() => {
    LINE_REQUEST.write(null, wallet);
    setRequest(null);
  }, [wallet]);
  /** A refusal is shown immediately. */
  const start = async (body: { walletAddress: string; trustLimit: number }) => {
    const answer = await once(['trust-line', body], (key) => create({ ...body, key }));
    if (answer.data) {
      // The office may ask for another wallet: that request is not this one's to continue.
      if (body.walletAddress === wallet) LINE_REQUEST.write(answer.data, wallet);
      setRequest(answer.data);
    } else {
      const text = messageOf(answer.error, 'The trust line could not be set up');
      dispatch(showToast({ title: 'Trust Line Setup Failed', text, tone: 'bad' }));
    }
    return answer;
  };
  return { request, busy, start, end };
}
